import { storageKeys } from '#src/platform/device/storage-keys.ts';
import { storedSwitch } from '#src/platform/device/stored-switch.ts';

/** Whether changes of deleted items are left out (spec 2: default yes); this device remembers it. */
export const deletedChangesHidden = storedSwitch(storageKeys.deletedChangesHidden, true);
