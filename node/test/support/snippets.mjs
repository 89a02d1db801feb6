// The JavaScript of a page of documentation.

/** Returns the blocks of a page that are run, each with the line before it. Those of a named file are not. */
export const snippetsOf = (page, markdown) =>
  [...markdown.matchAll(/^(<!-- from: .* -->\n)?```js\n([\s\S]*?)^```$/gm)]
    .filter(([, from]) => from === undefined)
    .map(({ index, 2: text }) => ({ page, line: markdown.slice(0, index).split('\n').length, text }));
