import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** The screen in place of the broken one. */
  instead: (error: Error) => ReactNode
}

export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.instead(error) : this.props.children
  }
}
