import { z } from 'zod'

/** Where a link may lead: a page by http or https, or a path on the host that was asked. Never a script. */
export const link = z.string().regex(/^(https?:\/\/[^/]|\/($|[^/\\]))/)

/** No more than the API's own integers hold. */
export const count = z.int32().nonnegative()
