import { generateClientArtifacts } from './build.ts'
import { run } from './run.ts'
import { failWith } from './settings.ts'

/** `npm run generate`: the merged schema, the resolvers' types, the client's artifacts. */
try {
  const generated = await run(process.execPath, ['gateway/generate.ts'], { show: true })
  if (!generated.ok) process.exit(1)
  await generateClientArtifacts()
} catch (error) {
  failWith(error)
}
