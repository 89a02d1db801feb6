// The JavaScript of a page of documentation.

const BLOCK = /^(<!-- from: .* -->\n)?(?:<!-- setup:\n((?:(?!-->).*\n)*)-->\n)?```js\n([\s\S]*?)^```$/gm;

/** Replaces each diff of JavaScript by the code after it, on the same lines. */
const withChanges = (markdown) =>
  markdown.replace(/^```diff js\n([\s\S]*?)^```$/gm, (_, diff) => {
    const lines = diff.split('\n').map((line) => (line.startsWith('-') ? '' : line.slice(1)));
    return `\`\`\`js\n${lines.join('\n')}\`\`\``;
  });

/**
 * Returns the blocks of a page that are run, each after the hidden `setup` before it, and with the
 * line where it begins. Blocks `from` another file are tested there.
 */
export const snippetsOf = (page, markdown) =>
  [...withChanges(markdown).matchAll(BLOCK)]
    .filter(([, from]) => from === undefined)
    .map(({ index, 2: setup = '', 3: text }) => {
      const line = markdown.slice(0, index).split('\n').length;
      return { page, line, text: `${setup}${text}` };
    });

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns the outputs that comments beside or below `console.log` show, each with the line that was
 * printed instead. `…` stands for any text.
 */
export const differences = (text, printed) => {
  const calls = [...text.matchAll(/^(?:.* )?console\.log\(.*?\);((?: *\n? *\/\/ .*)+)$/gm)];
  const shown = calls.flatMap(([, comments]) => [...comments.matchAll(/\/\/ (.*)/g)].map(([, output]) => output));
  const lines = shown.length === 0 ? [] : printed.trimEnd().split('\n');
  const rows = Array.from({ length: Math.max(shown.length, lines.length) }, (_, row) => row);
  const pairs = rows.map((row) => [shown[row] ?? '', lines[row] ?? '']);
  return pairs.filter(([output, line]) => !new RegExp(`^${output.split('…').map(escaped).join('.*')}$`).test(line));
};
