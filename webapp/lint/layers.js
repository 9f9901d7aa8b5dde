/**
 * Oxlint rule: imports point from `app` to `features` to the shared folders, no feature imports another, and nothing
 * is imported by `../`. `server` draws the whole app, so it may import all. Files beside the folders of `src`, such as `main.tsx`, may import anything.
 */
const SOURCE = /\/src\/(.+)$/

const problem = (file, imported) => {
  if (imported.startsWith('../')) return 'Import by alias (@/...), not by ../'
  if (!imported.startsWith('@/')) return undefined
  const [folder, name] = file.split('/')
  const [target, feature] = imported.slice(2).split('/')
  if (['app', 'server'].includes(folder) || !file.includes('/')) return undefined
  if (target === 'app') return `src/${folder} must not import src/app`
  if (target !== 'features') return undefined
  if (folder !== 'features') return `src/${folder} must not import a feature`
  return feature === name ? undefined : `A feature must not import another: ${name} imports ${feature}`
}

const layers = {
  create(context) {
    const file = SOURCE.exec(context.filename.replaceAll('\\', '/'))?.[1]
    const check = ({ source }) => {
      const message = file && typeof source?.value === 'string' ? problem(file, source.value) : undefined
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

export default { meta: { name: 'pairwise' }, rules: { layers } }
