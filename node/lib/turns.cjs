// Appending texts to a list, and turns of the event loop.
'use strict';

/** The function that the native part calls with a list's texts. */
const appendTo =
  (list) =>
  (...texts) => {
    for (let i = 0; i < texts.length; i++) list.push(texts[i]);
  };

/** `setImmediate` waits least, but not every host has it. */
const later = globalThis.setImmediate ?? ((run) => setTimeout(run, 0));

const nextTurn = () => new Promise((resolve) => later(resolve));

module.exports = { appendTo, nextTurn };
