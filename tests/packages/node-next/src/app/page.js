'use client';

import { createElement } from 'react';
import { Tid } from 'sortid';
import { uuid7 } from 'sortid/uuid7';

export default function Page() {
  const text = `${uuid7()} ${Tid.parse('3jzfcijpj2z2a').date().toISOString()}`;
  return createElement('p', { suppressHydrationWarning: true }, text);
}
