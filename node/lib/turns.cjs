// What is done for many ids: texts into a list, and turns of the event loop between.
'use strict';

/** What the native part gives a list's texts to. */
const appendTo =
  (list) =>
  (...texts) => {
    for (let i = 0; i < texts.length; i++) list.push(texts[i]);
  };

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

module.exports = { appendTo, nextTurn };
