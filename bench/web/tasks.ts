import type { CDPSession } from '@playwright/test'
import { z } from 'zod'

/** Browsers call a task that takes longer than this (ms) a long task. */
const longMilliseconds = 50

/** Tasks of a page's main thread. */
export interface Tasks {
  /** Duration of the longest task in milliseconds. */
  readonly longest: number
  /**
   * Maximum CPU time of a task in milliseconds. If it is much less than `longest`, the machine was busy with other
   * work.
   */
  readonly longestOnProcessor: number
  /** The number of long tasks. */
  readonly long: number
}

/**
 * A trace event of any process of the browser; only those of the page's process count. Durations are in microseconds.
 */
const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  dur: z.number().default(0),
  tdur: z.number().default(0),
})
const startSchema = z.object({
  name: z.literal('TracingStartedInBrowser'),
  args: z.object({ data: z.object({ frames: z.array(z.object({ processId: z.number() })) }) }),
})

/**
 * Records tasks from the browser's trace, which is exact. Scripts in the page see only some tasks, and see them late.
 */
export async function recordTasks(browser: CDPSession): Promise<() => Promise<Tasks>> {
  const tasks: z.infer<typeof eventSchema>[] = []
  let page: number | undefined
  const collect = ({ value }: { readonly value: readonly unknown[] }) => {
    for (const event of value) {
      page ??= startSchema.safeParse(event).data?.args.data.frames[0]?.processId
      const task = eventSchema.safeParse(event).data
      // On the main thread, the process id and the thread id are equal.
      if (task?.name === 'RunTask' && task.pid === task.tid) tasks.push(task)
    }
  }
  browser.on('Tracing.dataCollected', collect)
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  })
  return async () => {
    const complete = new Promise((resolve) => {
      browser.once('Tracing.tracingComplete', resolve)
    })
    await browser.send('Tracing.end')
    await complete
    browser.off('Tracing.dataCollected', collect)
    const own = tasks.filter(({ pid }) => pid === page)
    if (own.length === 0) throw new Error('The browser has recorded no tasks of the page.')
    return {
      longest: Math.max(...own.map(({ dur }) => dur)) / 1_000,
      longestOnProcessor: Math.max(...own.map(({ tdur }) => tdur)) / 1_000,
      long: own.filter(({ dur }) => dur > longMilliseconds * 1_000).length,
    }
  }
}
