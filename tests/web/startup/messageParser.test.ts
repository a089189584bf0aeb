// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// By its path: by its name it is what takes its place.
import { parse as parseFully } from '../../../node_modules/@formatjs/icu-messageformat-parser/index.js'
import { expect, test } from 'vitest'
import { parse } from '../../../web/startup/messageParser.ts'

const folder = join(import.meta.dirname, '../../../web/locales')

/** Without what only tools for translators read. */
function plain(message: string): unknown {
  return JSON.parse(
    JSON.stringify(parseFully(message, { captureLocation: false }), (key, value: unknown) =>
      key === 'location' ? undefined : value,
    ),
  )
}

test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
  'the messages of %s are read as FormatJS reads them',
  (name) => {
    // A catalogue is a flat object of messages.
    const catalogue = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
    for (const [id, message] of Object.entries(catalogue)) expect([id, parse(message)]).toEqual([id, plain(message)])
  },
)

test.each([
  "It's {name}'s",
  "A '{brace}' and ''quotes''",
  'One { spaced } argument',
  '{count, plural, =0 {none} one {# photo} other {{count, number} of # photos in <b>{place}</b>}}',
  '{kind, select, photo {a photo} other {something}}',
  '{place, selectordinal, one {#st} two {#nd} other {#th}}',
  '{share, number, ::percent} done',
  '<a>one</a> and <b-c>two {n}</b-c>',
  'a < b and # outside of a plural',
])('%s is read as FormatJS reads it', (message) => {
  expect(parse(message)).toEqual(plain(message))
})

test.each([
  '{',
  '{name',
  'a } b',
  '{n, plural, one {x}}',
  '{n, date, short}',
  '<b>never closed',
  '{n, number, ::currency/EUR}',
])('%s is refused', (message) => {
  expect(() => parse(message)).toThrow(SyntaxError)
})
