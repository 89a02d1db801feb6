'use client';

import { createElement } from 'react';
import { Tid } from 'sortid';
import { uuid7Text } from 'sortid/uuid7';

export default function Page() {
  const text = `${uuid7Text()} ${Tid.parse('3jzfcijpj2z2a').date().toISOString()}`;
  return createElement('p', { suppressHydrationWarning: true }, text);
}
