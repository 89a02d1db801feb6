// Nest: an id as a path parameter, compared with Nest's own pipe for UUIDs.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import {
  BadRequestException,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseUUIDPipe,
  type PipeTransform,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Uuid7, uuid7Text } from 'sortid';

@Injectable()
class ParseIdPipe implements PipeTransform<string, Uuid7> {
  transform(text: string) {
    const id = Uuid7.tryParse(text);
    if (id === null) throw new BadRequestException(`not a uuid7: ${text}`);
    return id;
  }
}

@Controller('posts')
class Posts {
  @Get(':id')
  show(@Param('id', ParseIdPipe) id: Uuid7) {
    return { id, at: id.date() };
  }
}

@Controller('theirs')
class Theirs {
  @Get(':id')
  show(@Param('id', new ParseUUIDPipe({ version: '7' })) id: string) {
    return { id };
  }
}

@Module({ controllers: [Posts, Theirs] })
class App {}

const app = await NestFactory.create(App, { logger: false });
await app.listen(0);
const url = await app.getUrl();
const got = async (path: string) => {
  const answer = await fetch(`${url}/${path}`);
  return [answer.status, await answer.json()];
};
const id = uuid7Text();
assert.deepEqual(await got(`posts/${id}`), [200, { id, at: Uuid7.parse(id).date().toISOString() }]);
assert.deepEqual(await got(`theirs/${id}`), [200, { id }]);
const message = 'not a uuid7: 17';
assert.deepEqual(await got('posts/17'), [400, { message, error: 'Bad Request', statusCode: 400 }]);
assert.equal((await got('theirs/17'))[0], 400);
await app.close();
