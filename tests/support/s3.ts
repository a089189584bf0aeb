import type { TestProject } from 'vitest/node'
import { type S3Access, S3Server } from './s3Server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An S3 server on which tests create their own buckets. A test that stops a server starts its own. */
    s3: S3Access
  }
}

/** Starts one server per test run. Vitest does this only if it runs a file of the project that names this setup. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await S3Server.start()
  const { url, region, accessKeyId, secretAccessKey, stranger } = server
  project.provide('s3', { url, region, accessKeyId, secretAccessKey, stranger })
  return () => server.stop()
}
