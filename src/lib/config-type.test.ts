import { expect, it } from 'vitest';
import { configTypeFromUrl, configTypeToUrl } from './config-type.ts';

it('[5] config types use "::" in place of "__"', () => {
  expect(configTypeToUrl('AWS::EC2::Instance')).toBe('AWS__EC2__Instance');
  expect(configTypeFromUrl('AWS__EC2__Instance')).toBe('AWS::EC2::Instance');
  expect(configTypeFromUrl(configTypeToUrl('Kubernetes::Pod'))).toBe('Kubernetes::Pod');
});
