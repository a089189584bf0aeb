import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceGroup } from './serviceGroup.ts'
import type { Answer } from './storage/customer.ts'

/** Makes a call as another service does. */
export async function callAsService(
  services: ServiceGroup,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const secret = (await readFile(join(services.dataDir, 'keys', 'services'), 'utf8')).trim()
  const headers = { authorization: '', 'x-service-secret': secret }
  return services.newCustomer().call(method, path, { headers, ...(body === undefined ? {} : { body }) })
}

/** Appends an event to the log, as another service does. */
export async function appendEvent(
  { platform }: ServiceGroup,
  event: { readonly type: string; readonly owner: string; readonly data: unknown },
): Promise<void> {
  await platform
    .database('platform')
    .transaction()
    .execute((change) => platform.events.append(change, [event]))
}
