import { isValid, times, uuid7Text } from 'sortid';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export function GET() {
  return Response.json({
    right: isValid(uuid7Text(), 'uuid7') && times(['3jzfcijpj2z2a'], 'tid')[0] === 1688137381887,
  });
}
