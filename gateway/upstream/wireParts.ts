import { z } from 'zod'

/** A link: a page by http or https, or a path on the requested host. Never a script. */
export const link = z.string().regex(/^(https?:\/\/[^/]|\/($|[^/\\]))/)

/** A count that fits the API's integers. */
export const count = z.int32().nonnegative()
