import { readEdgeConfig } from '../../edge/config.ts'
import { readConfig as readGatewayConfig } from '../../gateway/config.ts'
import { readServicesConfig } from '../../services/config.ts'

type Environment = Record<string, string | undefined>

/** A part of the product as an operator sees it: its entry file, and the configuration from its environment. */
export interface DeployedPart {
  readonly entry: string
  readonly read: (environment: Environment) => unknown
  /** Returns the port that the part listens on. */
  readonly port: (environment: Environment) => number
}

export const parts: readonly DeployedPart[] = [
  { entry: 'edge/main.ts', read: readEdgeConfig, port: (environment) => readEdgeConfig(environment).port },
  {
    entry: 'services/main.ts',
    // `config.platform` is a function of the address. Its result is read here, because functions cannot be compared.
    read: (environment) => {
      const config = readServicesConfig(environment)
      return { ...config, platform: config.platform('http://services:4001') }
    },
    port: (environment) => readServicesConfig(environment).port,
  },
  { entry: 'gateway/main.ts', read: readGatewayConfig, port: (environment) => readGatewayConfig(environment).port },
]

/**
 * Returns true if a part reads the variable, that is, if another value changes the part's configuration or is refused.
 */
export function isRead(read: DeployedPart['read'], environment: Record<string, string>, name: string): boolean {
  try {
    return JSON.stringify(read({ ...environment, [name]: 'something else' })) !== JSON.stringify(read(environment))
  } catch {
    return true
  }
}
