import type { LinkMode } from './faultyLink.ts'
import type { AnswerMode } from './serviceProcess.ts'
import type { Service } from './stack.ts'

/** A fault of a service, from `begin` to `end`. */
export interface Fault {
  readonly name: string
  begin(service: Service): Promise<void>
  /** Resolves when the service is healthy again. */
  end(service: Service): Promise<void>
}

const onLink = (name: string, mode: LinkMode): Fault => ({
  name,
  async begin({ link }) {
    link.mode = mode
  },
  async end({ link }) {
    link.mode = 'clean'
  },
})

const inAnswers = (name: string, mode: AnswerMode): Fault => ({
  name,
  begin: (service) => service.answer(mode),
  end: (service) => service.answer('well'),
})

/** All faults. The names are arguments of `npm run test:faults -- gateway <name>`. */
export const faults: readonly Fault[] = [
  onLink('latency', 'late'),
  onLink('half-open', 'silent'),
  onLink('slow-body', 'dripping'),
  {
    name: 'stopped',
    begin: async (service) => service.signal('SIGSTOP'),
    end: async (service) => service.signal('SIGCONT'),
  },
  onLink('resets', 'resetting'),
  inAnswers('some-503', 'sometimes503'),
  inAnswers('malformed', 'malformed'),
  inAnswers('html', 'html'),
  onLink('truncated', 'truncating'),
  inAnswers('drifted', 'drifted'),
  { name: 'killed', begin: (service) => service.kill(), end: (service) => service.start() },
]
