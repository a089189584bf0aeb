import { describeChangingProjects } from './catalogue/changingProjects.ts'
import { describeProducts } from './catalogue/products.ts'
import { describeProjects } from './catalogue/projects.ts'
import { setUpRealCatalogue } from './catalogue/realCatalogue.ts'

// All suites share one gateway and the services, because starting them takes longer than most tests.
const real = setUpRealCatalogue()

describeProjects(real)
describeChangingProjects(real)
describeProducts(real)
