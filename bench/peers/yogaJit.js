import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { listen } from './ready.js'
import { buildYoga } from './yogaServer.js'

const compiledQueries = new WeakMap()

/** Serves the schema by Yoga with a plugin that compiles every query at its first use. */
await listen(
  buildYoga([
    {
      onExecute({ args: { document, operationName, schema }, setExecuteFn }) {
        let compiled = compiledQueries.get(document)
        if (!compiled) {
          compiled = compileQuery(schema, document, operationName ?? undefined)
          compiledQueries.set(document, compiled)
        }
        if (!isCompiledQuery(compiled)) return
        setExecuteFn(({ rootValue, contextValue, variableValues }) =>
          compiled.query(rootValue, contextValue, variableValues),
        )
      },
    },
  ]),
)
