/** The package has no types. The types below cover what the tests use. */
declare module 'relay-test-utils' {
  import type {
    ConcreteRequest,
    Environment,
    GraphQLSingularResponse,
    MissingFieldHandler,
    OperationDescriptor,
  } from 'relay-runtime'

  export interface MockEnvironment extends Environment {
    readonly mock: {
      getAllOperations(): OperationDescriptor[]
      resolve(operation: OperationDescriptor, payload: GraphQLSingularResponse): void
      reject(operation: OperationDescriptor, error: Error): void
      queueOperationResolver(
        resolver: (operation: OperationDescriptor) => GraphQLSingularResponse | Error | null | undefined,
      ): void
      isLoading(request: ConcreteRequest, variables: object, cacheConfig: object): boolean
      nextValue(operation: OperationDescriptor, payload: GraphQLSingularResponse): void
    }
  }

  export function createMockEnvironment(options?: {
    readonly missingFieldHandlers?: readonly MissingFieldHandler[]
  }): MockEnvironment
}
