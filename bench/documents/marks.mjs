// What lectern says beside the text of a document, taken off: the judge's references have the document's words alone.

const kKinds = 'Image|Embedded object|Picture|Metafile|Chart|Diagram|Video|Audio|Sound|Film|Media|Drawing|Background';
/** What is said between texts. */
const kSaid = [
  /^\(\d+ tracked changes?.*\)$/gm,
  /^\(\d+ (?:shape|connector|picture|table|chart|diagram|video|sound)s?\b.*\)$/gm,
  /^\(chapter \d+ of \d+\)$/gm,
  /^\[(?:Attached message:|Other version of this text.*)\]$/gm,
  /\(read one as `[^`\n]*`\)/g,
  /^Connections:\n\n(?:- .*\n?)*/gm,
  /(?<=^#+) Slide \d+ of \d+(?: \(hidden\))?:?(?= |$)/gm,
  /\[\^\d+\]:?/g,
];
/** Marks that say what stands there; what is quoted in them is the document's own. */
const kMark = new RegExp(`\\[(?:${kKinds})\\b[^\\[\\]\\n]*\\]`, 'g');
/** Marks around text of the document. */
const kFrame = /\[(?:Header|Footer|Hidden text|Hidden|Title|(?:Comment|Reply) by (?:[^:\n\\]|\\.)*?:(?= |\]))/g;
const kLink = /\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
/** Links around marks. */
const kLinkTarget = /\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
/** LaTeX, for the equation that a reference leaves out or has without its commands. */
const kEquation = /\$\$?[^$\n]+\$\$?/g;
const kComment = /\[(?:Comment|Reply) by [^[\]\n]*\]/g;
const kHeading = /^(#{1,6} )(.*)$/gm;
/** "1. ", "iv) ", "2.1. " */
const kNumberOfEntry = /^( *)(?:\d+\\?[.)])*(?:\d+|[a-z]+)\\?[.)] /gim;

const wordsOf = (text) => (text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

function marksOff(content, headings) {
  return kSaid
    .reduce((text, said) => text.replace(said, ''), content)
    .replace(kMark, (mark) => [...mark.matchAll(/"([^"]*)"/g)].map(([, quoted]) => quoted).join(' '))
    .replace(kFrame, ' [')
    .replace(kLink, '$1')
    .replace(kLinkTarget, ']')
    .replaceAll('<br>', ' ')
    .replace(kHeading, (line, mark, title) => {
      if (headings.has(wordsOf(title))) return line;
      const words = title.split(' ');
      const bare = [words.slice(1), words.slice(2)].map((rest) => rest.join(' '));
      return mark + (bare.find((rest) => headings.has(wordsOf(rest))) ?? title);
    });
}

/**
 * The text of a document without marks, in the ways in which references differ: with and without the numbers that the document
 * shows before entries of lists, with and without comments and equations. The number of a heading, a word or
 * two ("Chapter 3."), goes where the reference has the heading without it.
 * @param {string} content Markdown of a document
 * @param {string[]} headings those of the reference
 * @returns {string[]}
 */
export function withoutMarks(content, headings) {
  const known = new Set(headings.map(wordsOf));
  const bare = content.replace(kComment, '').replace(kEquation, '');
  const texts = [content, bare].map((text) => marksOff(text, known));
  return texts.flatMap((text) => [text, text.replace(kNumberOfEntry, '$1')]);
}
