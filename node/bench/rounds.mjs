// Interleaved rounds in alternating order, and their medians. Runs in Node and in browsers.

const median = (samples) => samples.toSorted((a, b) => a - b)[samples.length >> 1];

/** The median of each subject's samples, by name, after some rounds of warm-up. */
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
