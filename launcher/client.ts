import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ClientFile, clientIdPattern } from '../clients/clientFile.ts'
import { checkClient, readClients } from '../clients/clients.ts'
import { digestOfSecret } from '../clients/secrets.ts'
import { apiScopes } from '../schema/rules/scopes.ts'
import { failWith, readClientsDir } from './settings.ts'

const usage = `npm run client -- list
npm run client -- add <id> --kind page --redirect-uri https://frame.example/callback --scope photos:read
npm run client -- add <id> --kind native --redirect-uri http://127.0.0.1/callback --scope photos:read
npm run client -- add <id> --kind service --scope orders:write
npm run client -- remove <id>

add has more options: --name "Photo frame", --brand <key>, --homepage <url>, --ours, --post-logout-redirect-uri <uri>.
--redirect-uri and --scope can be repeated. Scopes: ${apiScopes.join(', ')}.`

const options = {
  kind: { type: 'string' },
  name: { type: 'string' },
  brand: { type: 'string', default: 'keepsake' },
  homepage: { type: 'string' },
  ours: { type: 'boolean' },
  'redirect-uri': { type: 'string', multiple: true },
  'post-logout-redirect-uri': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
} as const

/** `npm run client`: lists, adds and removes clients of other teams (docs/clients.md). */
try {
  const clientsDir = readClientsDir(process.env)
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  const [command, id] = positionals
  if (command === 'list') list(clientsDir)
  else if (command === 'add' && id !== undefined) add(clientsDir, id, values)
  else if (command === 'remove' && id !== undefined) remove(clientsDir, id)
  else throw new Error(usage)
} catch (error) {
  failWith(error)
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

function list(folder: string): void {
  const { clients, mistakes } = readClients(folder)
  for (const { id, kind, name, brand, scopes } of clients)
    say(`${id}  ${kind}  ${brand}  ${scopes.join(' ')}  (${name})`)
  for (const mistake of mistakes) say(mistake)
  if (clients.length + mistakes.length === 0) say(`There are no clients in ${folder}.`)
}

function add(folder: string, id: string, values: Values): void {
  if (!clientIdPattern.test(id))
    throw new Error('The id must be small letters, digits and hyphens, begin with a letter, and not end in -web.')
  const file = join(folder, `${id}.json`)
  if (existsSync(file)) throw new Error(`There is a client ${id} already: ${file}`)
  const secret = values.kind === 'service' ? randomBytes(32).toString('base64url') : null
  const client = clientOf(id, values, secret)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(client, null, 2)}\n`, { flag: 'wx' })
  say(`Added ${file}. A running product uses it within a second.`)
  if (secret !== null) say(`Its secret, which is shown only now: ${secret}`)
}

function clientOf(id: string, values: Values, secret: string | null): ClientFile {
  const { kind, name = id, brand, homepage, ours } = values
  const read = checkClient({
    kind,
    name,
    brand,
    homepage,
    scopes: values.scope ?? [],
    ...(secret === null
      ? { ours, redirectUris: values['redirect-uri'] ?? [], postLogoutRedirectUris: values['post-logout-redirect-uri'] }
      : { secretDigest: digestOfSecret(secret) }),
  })
  if ('client' in read) return read.client
  throw new Error(`${read.mistakes.map((mistake) => `${mistake}.`).join('\n')}\n\n${usage}`)
}

function remove(folder: string, id: string): void {
  const file = join(folder, `${id}.json`)
  if (!clientIdPattern.test(id) || !existsSync(file)) throw new Error(`There is no client ${id} in ${folder}.`)
  rmSync(file)
  say(`Removed ${file}. This client can no longer sign customers in, and its access tokens expire within ten minutes.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
