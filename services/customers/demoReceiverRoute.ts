import { z } from 'zod'
import { demoReceiverPath } from './callbackTests.ts'
import { callbackFormats, type CallbackFormat } from './tables.ts'
import { Problem } from '../platform/problems.ts'
import type { ServiceApp } from '../platform/contract.ts'

const longestNotice = 10_000

const receive = {
  summary: 'Receives a delivery notice',
  description:
    'Only in a demo: a receiver to which the FTP integration of a business account can send its notices. Stores nothing.',
  response: { 200: z.object({ received: z.enum(callbackFormats), characters: z.number().int() }) },
  problems: { 415: ['UNSUPPORTED_MEDIA_TYPE'] },
}

/** Registers the demo's receiver of delivery notices. */
export async function registerDemoReceiver(app: ServiceApp): Promise<void> {
  await app.register(async (receiver: ServiceApp) => {
    const types = ['application/json', 'application/xml', 'text/csv']
    receiver.removeAllContentTypeParsers()
    receiver.addContentTypeParser(types, { parseAs: 'string', bodyLimit: longestNotice }, (_request, body, done) => {
      done(null, body)
    })
    receiver.post(demoReceiverPath, { config: { access: 'public' }, schema: receive }, async (request) => {
      const received = formatOf(request.headers['content-type'] ?? '')
      return { received, characters: String(request.body).length }
    })
  })
}

function formatOf(contentType: string): CallbackFormat {
  const format = callbackFormats.find((one) => contentType.includes(`/${one}`))
  if (format) return format
  throw new Problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'A notice is JSON, XML or CSV.')
}
