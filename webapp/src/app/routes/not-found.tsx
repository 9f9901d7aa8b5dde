export { NotFound as default } from '@/app/errors/not-found'
