/** Estimates of what a result costs. Each is a rule of thumb, and the page says so. */
import type { ImageContent, ReadProvider } from 'lectern';

const kEastAsian =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

/** The rule of the core (src/text/tokens.cpp): a quarter of a token for ASCII, one for East Asian, half one for others. */
export function textTokens(text: string): number {
  let quarters = 0;
  for (const character of text) {
    if (character < '\u0080') quarters += 1;
    else quarters += kEastAsian.test(character) ? 4 : 2;
  }
  return Math.ceil(quarters / 4);
}

function patches(image: ImageContent, side: number): number {
  return Math.ceil(image.width / side) * Math.ceil(image.height / side);
}

/** What a small picture costs with Gemini, as others measured it. */
const kGeminiImageTokens = 1089;

/** Tokens of a picture; undefined where it depends on who asks. */
export function imageTokens(image: ImageContent, provider: ReadProvider): number | undefined {
  switch (provider) {
    case 'anthropic':
    case 'anthropic-large':
    case 'bedrock':
      return patches(image, 28);
    case 'openai':
      return patches(image, 32);
    case 'gemini':
      return kGeminiImageTokens;
    default:
      return undefined;
  }
}
