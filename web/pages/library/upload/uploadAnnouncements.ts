import type { IntlShape } from 'react-intl'
import { outlook, progressCounts, progressPercent, receiptLines } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

const quietMilliseconds = 15_000

/** Decides what is read aloud: the beginning, each quarter but at most every 15 seconds, obstacles and the end. */
export class UploadAnnouncements {
  readonly #intl: IntlShape
  #topic = ''
  #time = 0

  constructor(intl: IntlShape) {
    this.#intl = intl
  }

  /** What to read aloud now; null to leave it at what was said. `time` is in milliseconds. */
  next(snapshot: UploadSnapshot, time: number): string | null {
    const topic = topicOf(snapshot)
    const before = this.#topic
    if (topic === before) return null
    const isProgress = topic.startsWith('running') && before.startsWith('running')
    if (isProgress && time - this.#time < quietMilliseconds) return null
    this.#topic = topic
    this.#time = time
    if (topic === '') return ''
    if (topic === 'ended') return before === '' ? null : receiptLines(snapshot, this.#intl).join(' ')
    if (snapshot.waitingFor !== null) return outlook(snapshot, this.#intl)
    return this.#intl.formatMessage({ id: 'upload.progress.counts' }, progressCounts(snapshot))
  }
}

function topicOf(snapshot: UploadSnapshot): string {
  if (snapshot.waitingFor !== null) return snapshot.waitingFor
  if (snapshot.isRunning) return `running ${Math.floor(progressPercent(snapshot) / 25)}`
  const { added, duplicate, failed, cancelled } = snapshot.counts
  return added + duplicate + failed + cancelled > 0 ? 'ended' : ''
}
