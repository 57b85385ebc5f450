/** Members of ZIP packages, as far as a look needs them. */
import { unzipSync, zipSync } from 'fflate';
import type { Pictures } from './pictures.js';

/** Members and bytes beyond these are left packed: a small file may hold a great deal. */
const kMaxMemberBytes = 8 * 1024 * 1024;
const kMaxBytes = 48 * 1024 * 1024;

/** Unpacks the members whose names match. */
export async function membersOf(file: File, wanted: RegExp): Promise<Map<string, Uint8Array>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let left = kMaxBytes;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted.test(name) || originalSize > kMaxMemberBytes || originalSize > left) return false;
    left -= originalSize;
    return true;
  };
  return new Map(Object.entries(unzipSync(bytes, { filter })));
}

/** Bytes of a package that is packed anew: it is held three times. */
const kMaxPackageBytes = 128 * 1024 * 1024;

/** What XML may begin with: a bracket, blanks, the first byte of a mark. */
const kXmlStarts = [0x3c, 0x20, 0x09, 0x0a, 0x0d, 0xef];

/**
 * The package anew, with no more of a member than it is said to have: who unpacks it believes what is said.
 *
 * @throws where its members, or those that may be XML, have too many bytes together
 */
export async function packedAnew(file: File, maxXmlBytes: number): Promise<Blob> {
  let sum = 0;
  const filter = ({ originalSize }: { originalSize: number }) => {
    sum += originalSize;
    if (sum > kMaxPackageBytes) throw new Error('it is too long');
    return true;
  };
  const members = unzipSync(new Uint8Array(await file.arrayBuffer()), { filter });
  const xmlBytes = Object.values(members)
    .filter(([first]) => first !== undefined && kXmlStarts.includes(first))
    .reduce((bytes, { length }) => bytes + length, 0);
  if (xmlBytes > maxXmlBytes) throw new Error('it has too much XML');
  return new Blob([zipSync(members, { level: 0 })]);
}

/** A member as XML; undefined where it is none, or not there. */
export function xmlOf(members: Map<string, Uint8Array>, name: string): Document | undefined {
  const bytes = members.get(name);
  if (!bytes) return undefined;
  const parsed = new DOMParser().parseFromString(
    new TextDecoder().decode(bytes),
    'application/xml',
  );
  return parsed.querySelector('parsererror') ? undefined : parsed;
}

/** Where a relative address leads to from a member; nowhere when it is none. */
export function pathFrom(base: string, target: string): string {
  try {
    return decodeURIComponent(new URL(target, `http://package/${base}`).pathname).slice(1);
  } catch {
    return '';
  }
}

/** Targets of the relations of a part by their identifiers. */
export function relationsOf(members: Map<string, Uint8Array>, part: string): Map<string, string> {
  const at = part.lastIndexOf('/') + 1;
  const found = xmlOf(members, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  const relations = [...(found?.getElementsByTagName('Relationship') ?? [])].filter(
    (item) => item.getAttribute('TargetMode') !== 'External',
  );
  return new Map(
    relations.map((item) => [
      item.getAttribute('Id') ?? '',
      pathFrom(part, item.getAttribute('Target') ?? ''),
    ]),
  );
}

const kPictureTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** A picture of a package as an address that the page may show. */
export function pictureAddress(
  members: Map<string, Uint8Array>,
  name: string,
  pictures: Pictures,
): string | undefined {
  const bytes = members.get(name);
  const type = kPictureTypes[name.split('.').pop()?.toLowerCase() ?? ''];
  return bytes && type !== undefined ? pictures.address(bytes, type) : undefined;
}
