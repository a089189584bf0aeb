import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type HandedOver,
  PrintTransfer,
  type TransferOptions,
} from '../../../web/pages/library/photo-actions/print-order/PrintTransfer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What is handed over when no photo was left out. */
function toEditor(address: string): HandedOver {
  return { address, leftOut: 0 }
}

function begin(transfer: PrintTransfer, options: Partial<TransferOptions> = {}): Promise<string | null> {
  return transfer.begin({
    photoIds: async () => ['a', 'b'],
    amount: 2,
    handOver: async (ids) => toEditor(`https://editor.test/?of=${ids.join()}`),
    ...options,
  })
}

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const unsettled = {}
  const first = await Promise.race([promise.catch(() => null), Promise.resolve(unsettled)])
  return first !== unsettled
}

describe('transferring photos', () => {
  test('collects the ids, sends them, and leaves after at least 3 s', async () => {
    const transfer = new PrintTransfer()
    const steps: string[] = []
    transfer.subscribe(() => steps.push(transfer.getState().step))
    const address = begin(transfer)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await settled(address)).toBe(false)
    expect(transfer.getState()).toEqual({ step: 'adding', amount: 2 })
    await vi.advanceTimersByTimeAsync(1)
    expect(await address).toBe('https://editor.test/?of=a,b')
    expect(steps).toEqual(['collecting', 'adding', 'leaving'])
  })

  test('waits for a service that needs longer', async () => {
    const transfer = new PrintTransfer()
    const { promise, resolve } = Promise.withResolvers<HandedOver>()
    const address = begin(transfer, { handOver: () => promise })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await settled(address)).toBe(false)
    resolve(toEditor('https://editor.test/'))
    expect(await address).toBe('https://editor.test/')
  })

  test('ignores a second transfer while one is running', async () => {
    const transfer = new PrintTransfer()
    const handOver = vi.fn<TransferOptions['handOver']>(async () => toEditor('https://editor.test/'))
    const first = begin(transfer, { handOver })
    expect(await begin(transfer, { handOver })).toBeNull()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await first).toBe('https://editor.test/')
    expect(await begin(transfer, { handOver })).toBeNull()
    expect(handOver).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['the ids cannot be collected', { photoIds: () => Promise.reject(new Error('down')) }],
    ['they cannot be sent', { handOver: () => Promise.reject(new Error('down')) }],
  ])('fails when %s, and can be started again', async (_, options) => {
    const transfer = new PrintTransfer()
    await expect(begin(transfer, options)).rejects.toThrow('down')
    expect(transfer.getState()).toEqual({ step: 'idle' })
    const again = begin(transfer)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await again).toBe('https://editor.test/?of=a,b')
  })

  test('fails if there is no response in time', async () => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const transfer = new PrintTransfer()
    const address = begin(transfer, { handOver: () => new Promise(() => {}) })
    expect(timeout).toHaveBeenCalledWith(45_000)
    deadline.abort(new DOMException('Too late', 'TimeoutError'))
    await expect(address).rejects.toThrow('Too late')
    expect(transfer.getState()).toEqual({ step: 'idle' })
  })

  test.each(['collecting', 'adding'] as const)(
    'can be cancelled while %s; later responses are ignored',
    async (step) => {
      const transfer = new PrintTransfer()
      const ids = Promise.withResolvers<readonly string[]>()
      const answer = Promise.withResolvers<HandedOver>()
      if (step === 'adding') ids.resolve(['a'])
      const address = begin(transfer, { photoIds: () => ids.promise, handOver: () => answer.promise })
      await vi.advanceTimersByTimeAsync(10)
      expect(transfer.getState().step).toBe(step)
      transfer.cancel()
      expect(await address).toBeNull()
      ids.resolve(['a'])
      answer.resolve(toEditor('https://editor.test/'))
      await vi.advanceTimersByTimeAsync(5_000)
      expect(transfer.getState()).toEqual({ step: 'idle' })
    },
  )
})
