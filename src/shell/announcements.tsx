import { useAskAgain } from './ask-again.ts';
import { useFailureToast } from './failure-toast.ts';

/** What is said in toasts on whatever page the person is: changes that end badly, and actions that wait. */
export function Announcements(): null {
  useFailureToast();
  useAskAgain();
  return null;
}
