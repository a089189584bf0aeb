import type { IntlShape } from 'react-intl'
import { phaseOf } from './uploadSnapshot.ts'
import { choiceNote, chosenText, progressNote, progressCounts, progressPercent, receiptLines } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

const minIntervalMilliseconds = 15_000

/**
 * Chooses announcements for screen readers: the chosen files, start, each quarter (at most one every 15 s),
 * interruptions and end.
 */
export class UploadAnnouncements {
  readonly #intl: IntlShape
  #topic = ''
  #time = 0

  constructor(intl: IntlShape) {
    this.#intl = intl
  }

  /** The next announcement; null to keep the previous one. `time` is in ms. */
  next(snapshot: UploadSnapshot, time: number): string | null {
    const topic = topicOf(snapshot)
    const before = this.#topic
    if (topic === before) return null
    const isProgress = topic.startsWith('running') && before.startsWith('running')
    if (isProgress && time - this.#time < minIntervalMilliseconds) return null
    this.#topic = topic
    this.#time = time
    if (topic === '') return ''
    if (topic.startsWith('chosen')) return choiceText(snapshot, this.#intl)
    if (topic === 'ended') return before === '' ? null : receiptLines(snapshot, this.#intl).join(' ')
    if (snapshot.waitingFor !== null) return progressNote(snapshot, this.#intl)
    return this.#intl.formatMessage({ id: 'upload.progress.counts' }, progressCounts(snapshot))
  }
}

function topicOf(snapshot: UploadSnapshot): string {
  if (snapshot.waitingFor !== null) return snapshot.waitingFor
  const { counts, leftOut, isNoneFound } = snapshot
  const phase = phaseOf(snapshot)
  if (phase === 'running') return `running ${Math.floor(progressPercent(snapshot) / 25)}`
  if (phase === 'ended') return phase
  const choice = [counts.chosen, counts.failed, leftOut, Number(isNoneFound)]
  return choice.some((count) => count > 0) ? `chosen ${choice.join(' ')}` : ''
}

function choiceText(snapshot: UploadSnapshot, intl: IntlShape): string {
  const { chosen, failed } = snapshot.counts
  const refused = failed > 0 ? intl.formatMessage({ id: 'upload.receipt.failed' }, { count: failed }) : ''
  const texts = [choiceNote(snapshot, intl), refused, chosen > 0 ? chosenText(snapshot, intl) : '']
  return texts.filter((text) => text !== '').join(' ')
}
