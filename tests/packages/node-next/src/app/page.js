'use client';

import { Tid } from 'sortid';
import { uuid7 } from 'sortid/uuid7';

export default function Page() {
  return (
    <p suppressHydrationWarning>
      {uuid7()} {Tid.parse('3jzfcijpj2z2a').date().toISOString()}
    </p>
  );
}
