/** The variables of web/.env that are available in the page. */
interface ImportMetaEnv {
  readonly VITE_FUNCTIONS_REGION: string;
  readonly VITE_DEVICES_URL: string;
}
