import { Uuid7 } from 'sortid';

export async function GET(request, { params }) {
  const id = Uuid7.tryParse((await params).id);
  return id ? Response.json({ id, at: id.date() }) : new Response('not a uuid7', { status: 404 });
}
