import { generateClientArtifacts } from './build.ts'
import { run } from './run.ts'
import { failWith } from './settings.ts'

/**
 * `npm run generate`: writes the merged schema, the changelog of the API, the resolvers' types, the services' OpenAPI
 * documents and the client's artifacts. With `-- --publish`, it also stores the schema as the next published version.
 */
try {
  const options = process.argv.slice(2)
  if (options.some((option) => option !== '--publish')) throw new Error('The only option is --publish.')
  for (const script of [['gateway/generate.ts', ...options], ['services/generate.ts']]) {
    const generated = await run(process.execPath, script, { show: true })
    if (!generated.ok) process.exit(1)
  }
  await generateClientArtifacts()
} catch (error) {
  failWith(error)
}
