/** `lectern/compat`: the shapes that older Read tools gave (contract, section 8), for programs that have them. */
export {
  type BareMedia,
  createReadImageTool,
  type ReadImageTool,
  type ReadOutput,
  type TaggedImage,
  type TaggedOutput,
  type TaggedPage,
  toReadOutput,
  toTaggedJson,
  toToolBlock,
  toXml,
  type WithImages,
  type XmlOutput,
} from './wires/seeds.js';
