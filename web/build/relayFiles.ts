import { createRequire } from 'node:module'
import { type Plugin, Visitor, parseSync } from 'vite'

const index = 'react-relay/hooks'
const load: (id: string) => Readonly<Record<string, unknown>> = createRequire(import.meta.url)

/**
 * Replaces our imports of `react-relay/hooks` in production builds by imports of the files in which the package has
 * each hook. The index of the package is a CommonJS module: the bundler cannot remove unused hooks from it, so the
 * first view would load all of them.
 */
export function relayFiles(): Plugin {
  return {
    name: 'keepsake-relay-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: index },
      handler: (code, id) => ({ code: importRelayFiles(code, id), map: null }),
    },
  }
}

/**
 * Rewrites the imports of `react-relay/hooks` in a module. Every line keeps its number.
 * @param id the path of the module; its ending says how to parse it
 * @throws Error when the package does not export an imported name, or has no separate file for this hook
 */
export function importRelayFiles(code: string, id: string): string {
  let result = code
  new Visitor({
    ImportDeclaration({ source, specifiers, importKind, start, end }) {
      if (source.value !== index || importKind === 'type') return
      const imports = specifiers.flatMap((specifier) => {
        if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
          throw new Error(`${id} must import each hook of ${index} by its name.`)
        return specifier.importKind === 'type' ? [] : [importOf(specifier.imported.name, specifier.local.name)]
      })
      const lines = code.slice(start, end).split('\n').length - 1
      result = result.replace(code.slice(start, end), () => `${imports.join(';')}${'\n'.repeat(lines)}`)
    },
  }).visit(parseSync(id, code).program)
  return result
}

/** The import of one export of the index, from its own file in the package. */
function importOf(name: string, local: string): string {
  const wanted = load(index)[name]
  if (wanted === undefined) throw new Error(`${index} has no ${name}.`)
  // The index re-exports some functions of relay-runtime.
  if (load('relay-runtime')[name] === wanted) return `import { ${name} as ${local} } from 'relay-runtime'`
  const file = `react-relay/lib/relay-hooks/${name}.js`
  const exported = load(file)
  if (exported === wanted) return `import ${local} from '${file}'`
  if (exported[name] === wanted) return `import { ${name} as ${local} } from '${file}'`
  throw new Error(`${file} does not have the ${name} of ${index}.`)
}
