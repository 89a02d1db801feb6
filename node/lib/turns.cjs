// What is done for many ids: texts into a list, and turns of the event loop between.
'use strict';

/** What the native part gives a list's texts to. */
const appendTo =
  (list) =>
  (...texts) => {
    for (let i = 0; i < texts.length; i++) list.push(texts[i]);
  };

/** Not every host has the one that waits least. */
const later = globalThis.setImmediate ?? ((run) => setTimeout(run, 0));

const nextTurn = () => new Promise((resolve) => later(resolve));

module.exports = { appendTo, nextTurn };
