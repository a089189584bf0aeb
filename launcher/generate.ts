import { generateClientArtifacts } from './build.ts'
import { run } from './run.ts'
import { failWith } from './settings.ts'

/**
 * `npm run generate`: writes the merged schema, the resolvers' types, the services' OpenAPI documents and the client's
 * artifacts.
 */
try {
  for (const script of ['gateway/generate.ts', 'services/generate.ts']) {
    const generated = await run(process.execPath, [script], { show: true })
    if (!generated.ok) process.exit(1)
  }
  await generateClientArtifacts()
} catch (error) {
  failWith(error)
}
