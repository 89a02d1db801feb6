import { Generator, Tid, isValid, times, uuid7 } from 'sortid';

export async function handler() {
  const isRight =
    isValid(uuid7(), 'uuid7') &&
    times(['3jzfcijpj2z2a'], 'tid')[0] === 1688137381887 &&
    new Generator('tid', { clockId: 7 }).nextId().clockId === 7n &&
    Tid.range(0, new Date(1000)).contains(Tid.minAt(new Date(5)));
  return { isRight, hasAddon: process.report.getReport().sharedObjects.some((file) => file.endsWith('.node')) };
}
