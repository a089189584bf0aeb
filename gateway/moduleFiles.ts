import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const folder = new URL('modules/', import.meta.url)
const rootTypes: Readonly<Record<string, string>> = {
  queries: 'Query',
  mutations: 'Mutation',
  subscriptions: 'Subscription',
}

/** A file of a module, such as `album/mutations/renameAlbum.ts`. */
interface ModuleFile {
  readonly path: string
  readonly domain: string
  /** Its name without the extension. */
  readonly name: string
  readonly text: string
}

/**
 * Finds the types of the resolvers' source objects. A `models.ts` that exports `AlbumModel` defines the source object
 * of the `Album` resolvers.
 * @returns codegen's mappers, by type
 */
export function findModels(): Record<string, string> {
  const models = moduleFiles()
    .filter(({ name }) => name === 'models')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:interface|type) ((\w+)Model)\b/gm)].map(([, model, type = '']) => {
        return [type, `../modules/${path}#${model}`] as const
      }),
    )
  return Object.fromEntries(models)
}

/**
 * Prints the module that imports every resolver. The path of a file determines what it resolves: `album/Album.ts`
 * resolves fields of `Album`, `album/PhotoLibrary.ts` resolves the album fields of `PhotoLibrary`, and
 * `album/mutations/renameAlbum.ts` resolves `Mutation.renameAlbum`. If objects of a type can be loaded by id, the file
 * of the type also exports a `NodeType`, such as `albumNode` in `album/Album.ts`.
 */
export function printRegistry(): string {
  const files = moduleFiles()
  const fields = files.flatMap((file) => {
    const type = rootTypes[basename(dirname(file.path))]
    return type ? [{ ...file, type, exported: file.name }] : []
  })
  const types = files
    .filter(({ path, name }) => path.split('/').length === 2 && /^[A-Z]/.test(name))
    .map((file) => ({ ...file, type: file.name, exported: file.name, local: `${file.domain}${file.name}` }))
  const nodes = types.flatMap((file) =>
    [...file.text.matchAll(/^export const (\w+Node): NodeType\b/gm)].map(([, exported = '']) => ({
      ...file,
      exported,
    })),
  )
  const imports = [
    ...fields.map(({ path, exported }) => `import { ${exported} } from '../modules/${path}'`),
    ...types.map(({ path, exported, local }) => `import { ${exported} as ${local} } from '../modules/${path}'`),
    ...nodes.map(({ path, exported }) => `import { ${exported} } from '../modules/${path}'`),
  ]
  const roots = [...Map.groupBy(fields, ({ type }) => type)].map(
    ([type, those]) => `  ${type}: { ${those.map(({ exported }) => exported).join(', ')} },`,
  )
  const objects = [...Map.groupBy(types, ({ type }) => type)].map(
    ([type, those]) => `  ${type}: { ${those.map(({ local }) => `...${local}`).join(', ')} },`,
  )
  return [
    "import type { NodeTypes } from '../context.ts'",
    ...imports,
    "import type { Resolvers } from './resolvers.ts'",
    '',
    'export const resolvers: Resolvers = {',
    ...roots,
    ...objects,
    '}',
    '',
    'export const nodeTypes: NodeTypes = new Map(',
    `  [${nodes.map(({ exported }) => exported).join(', ')}].map((nodeType) => [nodeType.type, nodeType]),`,
    ')',
    '',
  ].join('\n')
}

function moduleFiles(): ModuleFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((path) => ({
      path,
      domain: path.split('/')[0] ?? '',
      name: basename(path, '.ts'),
      text: readFileSync(new URL(path, folder), 'utf8'),
    }))
}
