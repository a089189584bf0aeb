import { z } from 'zod'
import type { EventStream } from '../platform/eventSocket.ts'
import { orderChanged } from './orderEvents.ts'
import { orderStatuses } from './states.ts'

const dataSchema = z.object({ orderCode: z.string(), status: z.enum(orderStatuses), version: z.number() })

/** The event stream of an account's orders. */
export const orderEvents: EventStream = {
  summary: 'Streams the changes of the orders',
  description: `Messages are \`{ id, type, data }\`; \`id\` is the position. Our addition to the specification.

- \`position\`, data \`{}\`: the position where the stream begins. It is the first message, unless \`after\` was given.
- \`order.changed\`, data \`{ orderCode, status, version }\`: an order was placed or has changed. \`status\` is the internal state.`,
  types: [orderChanged],
  message: ({ type, data }) => ({ type, data: dataSchema.parse(data) }),
  announcesPosition: 'always',
  positionName: 'id',
  announcement: { type: 'position', data: {} },
}
