import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  EditorNotOpened,
  type HandedOver,
  PrintTransfer,
  type TransferOptions,
} from '../../../web/pages/library/photo-actions/print-order/PrintTransfer.ts'

const leave = vi.fn<(address: string) => void>()
const stop = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('stop', stop)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  leave.mockReset()
  stop.mockReset()
})

/** The result of a transfer in which no photo was left out. */
function toEditor(address: string): HandedOver {
  return { address, leftOut: 0 }
}

function begin(transfer: PrintTransfer, options: Partial<TransferOptions> = {}): Promise<void> {
  return transfer.begin({
    photoIds: async () => ['a', 'b'],
    amount: 2,
    handOver: async (ids) => toEditor(`https://editor.test/?of=${ids.join()}`),
    leave,
    ...options,
  })
}

describe('transferring photos', () => {
  test('collects the ids, sends them, and leaves after at least 3 s', async () => {
    const transfer = new PrintTransfer()
    const steps: string[] = []
    transfer.subscribe(() => steps.push(transfer.getState().step))
    void begin(transfer)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(leave).not.toHaveBeenCalled()
    expect(transfer.getState()).toEqual({ step: 'adding', amount: 2 })
    await vi.advanceTimersByTimeAsync(1)
    expect(leave.mock.calls).toEqual([['https://editor.test/?of=a,b']])
    expect(steps).toEqual(['collecting', 'adding', 'leaving'])
  })

  test('waits for a service that needs longer', async () => {
    const transfer = new PrintTransfer()
    const { promise, resolve } = Promise.withResolvers<HandedOver>()
    void begin(transfer, { handOver: () => promise })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(leave).not.toHaveBeenCalled()
    resolve(toEditor('https://editor.test/'))
    await vi.advanceTimersByTimeAsync(0)
    expect(leave.mock.calls).toEqual([['https://editor.test/']])
  })

  test('ignores a second transfer while one is running', async () => {
    const transfer = new PrintTransfer()
    const handOver = vi.fn<TransferOptions['handOver']>(async () => toEditor('https://editor.test/'))
    void begin(transfer, { handOver })
    await begin(transfer, { handOver })
    await vi.advanceTimersByTimeAsync(3_000)
    await begin(transfer, { handOver })
    expect(handOver).toHaveBeenCalledTimes(1)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('stops the navigation and fails if the page is still open 45 s after the navigation began', async () => {
    const transfer = new PrintTransfer()
    const ended = expect(begin(transfer)).rejects.toThrow(EditorNotOpened)
    await vi.advanceTimersByTimeAsync(3_000 + 44_999)
    expect(transfer.getState().step).toBe('leaving')
    expect(stop).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await ended
    expect(transfer.getState()).toEqual({ step: 'idle' })
    expect(stop).toHaveBeenCalledTimes(1)
  })

  test('does not fail when the page was left in time', async () => {
    const transfer = new PrintTransfer()
    const ended = begin(transfer)
    await vi.advanceTimersByTimeAsync(4_000)
    transfer.reset()
    await ended
    expect(stop).not.toHaveBeenCalled()
  })

  test.each([
    ['the ids cannot be collected', { photoIds: () => Promise.reject(new Error('down')) }],
    ['the ids cannot be sent', { handOver: () => Promise.reject(new Error('down')) }],
  ])('fails when %s, and can be started again', async (_, options) => {
    const transfer = new PrintTransfer()
    await expect(begin(transfer, options)).rejects.toThrow('down')
    expect(transfer.getState()).toEqual({ step: 'idle' })
    void begin(transfer)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(leave.mock.calls).toEqual([['https://editor.test/?of=a,b']])
  })

  test('fails if there is no response within 45 s', async () => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const transfer = new PrintTransfer()
    const ended = begin(transfer, { handOver: () => new Promise(() => {}) })
    expect(timeout).toHaveBeenCalledWith(45_000)
    deadline.abort(new DOMException('Too late', 'TimeoutError'))
    await expect(ended).rejects.toThrow('Too late')
    expect(transfer.getState()).toEqual({ step: 'idle' })
  })

  test.each(['collecting', 'adding'] as const)(
    'can be cancelled while %s; later responses are ignored',
    async (step) => {
      const transfer = new PrintTransfer()
      const ids = Promise.withResolvers<readonly string[]>()
      const answer = Promise.withResolvers<HandedOver>()
      if (step === 'adding') ids.resolve(['a'])
      const ended = begin(transfer, { photoIds: () => ids.promise, handOver: () => answer.promise })
      await vi.advanceTimersByTimeAsync(10)
      expect(transfer.getState().step).toBe(step)
      transfer.cancel()
      await ended
      ids.resolve(['a'])
      answer.resolve(toEditor('https://editor.test/'))
      await vi.advanceTimersByTimeAsync(5_000)
      expect(transfer.getState()).toEqual({ step: 'idle' })
      expect(leave).not.toHaveBeenCalled()
    },
  )
})
