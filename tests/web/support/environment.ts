import { createMockEnvironment } from 'relay-test-utils'
import { nodeFromStore } from '../../../web/relay/nodeFromStore.ts'

/** A gateway that the test answers for. What the store of the client has is not asked for, as it is not by the client. */
export function createTestEnvironment() {
  return createMockEnvironment({ missingFieldHandlers: [nodeFromStore] })
}
