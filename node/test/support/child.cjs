// A process that generates the requested number of ids of each format, and sends them.
'use strict';

const [entry, count] = process.argv.slice(2);
const { Format, Generator, tidText } = require(entry);

const texts = Format.all
  .filter(({ canGenerate }) => canGenerate)
  .map(({ name }) => [name, new Generator(name).nextTexts(Number(count))]);
process.send({ texts, tid: tidText() }, () => process.disconnect());
