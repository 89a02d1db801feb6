// The JavaScript of a page of documentation.

const BLOCK = /^(<!-- from: .* -->\n)?(?:<!-- setup:\n((?:(?!-->).*\n)*)-->\n)?```js\n([\s\S]*?)^```$/gm;

/**
 * Returns the blocks of a page that are run, each after the hidden `setup` before it, and with the
 * line where it begins. Blocks `from` another file are tested there.
 */
export const snippetsOf = (page, markdown) =>
  [...markdown.matchAll(BLOCK)]
    .filter(([, from]) => from === undefined)
    .map(({ index, 2: setup = '', 3: text }) => {
      const line = markdown.slice(0, index).split('\n').length;
      return { page, line, text: `${setup}${text}` };
    });
