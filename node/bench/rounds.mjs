// Rounds that alternate who goes first, and their medians. Nothing of it is of Node: a page in a browser measures by it, too.

const median = (samples) => samples.toSorted((a, b) => a - b)[samples.length >> 1];

/** What each of the subjects took, by its name: the median of so many rounds, after some that warm up. `sample` tells what one turn took. */
export function medians(subjects, sample, [warmUp, rounds]) {
  const order = Object.entries(subjects).map(([name, subject]) => ({ name, subject, samples: [] }));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { subject, samples } of round % 2 === 0 ? order : order.toReversed()) {
      const took = sample(subject);
      if (round >= warmUp) samples.push(took);
    }
  }
  return Object.fromEntries(order.map(({ name, samples }) => [name, Number(median(samples).toFixed(3))]));
}
