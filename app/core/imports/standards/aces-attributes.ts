import type { ReferenceKind } from './references.ts';

interface AcesAttribute {
  kind: ReferenceKind;
  /** Words of the note. `*` stands for the name of the id. */
  words: string;
}

const plain = (kind: ReferenceKind): AcesAttribute => ({ kind, words: '*' });

/** Attributes of an ACES vehicle that become words of a fitment's note, by their element. */
export const acesAttributes: Readonly<Record<string, AcesAttribute>> = {
  DriveType: plain('DriveType'),
  BodyType: plain('BodyType'),
  BodyNumDoors: { kind: 'BodyNumDoors', words: '* doors' },
  MfrBodyCode: { kind: 'MfrBodyCode', words: 'body code *' },
  BedType: { kind: 'BedType', words: '* bed' },
  BedLength: { kind: 'BedLength', words: '* in bed' },
  WheelBase: { kind: 'WheelBase', words: '* in wheelbase' },
  VehicleType: plain('VehicleType'),
  Region: plain('Region'),
  EngineBoreStroke: { kind: 'EngineBoreStroke', words: 'bore and stroke *' },
  EngineVIN: { kind: 'EngineVIN', words: 'engine code * in the VIN' },
  EngineVersion: { kind: 'EngineVersion', words: 'engine version *' },
  EngineMfr: { kind: 'Mfr', words: 'engine by *' },
  PowerOutput: { kind: 'PowerOutput', words: '* hp' },
  ValvesPerEngine: { kind: 'Valves', words: '* valves' },
  FuelDeliveryType: plain('FuelDeliveryType'),
  FuelDeliverySubType: plain('FuelDeliverySubType'),
  FuelSystemControlType: { kind: 'FuelSystemControlType', words: '* fuel control' },
  FuelSystemDesign: { kind: 'FuelSystemDesign', words: '* fuel system' },
  FuelType: plain('FuelType'),
  Aspiration: plain('Aspiration'),
  CylinderHeadType: plain('CylinderHeadType'),
  IgnitionSystemType: { kind: 'IgnitionSystemType', words: '* ignition' },
  TransmissionMfrCode: { kind: 'TransmissionMfrCode', words: 'transmission *' },
  TransmissionMfr: { kind: 'Mfr', words: 'transmission by *' },
  TransmissionBase: plain('TransmissionBase'),
  TransmissionType: plain('TransmissionType'),
  TransmissionControlType: plain('TransmissionControlType'),
  TransmissionNumSpeeds: { kind: 'TransmissionNumSpeeds', words: '* speeds' },
  TransElecControlled: { kind: 'ElecControlled', words: 'electronic transmission: *' },
  BrakeSystem: plain('BrakeSystem'),
  BrakeABS: plain('BrakeABS'),
  FrontBrakeType: { kind: 'BrakeType', words: 'front brakes: *' },
  RearBrakeType: { kind: 'BrakeType', words: 'rear brakes: *' },
  FrontSpringType: { kind: 'SpringType', words: 'front springs: *' },
  RearSpringType: { kind: 'SpringType', words: 'rear springs: *' },
  SteeringSystem: plain('SteeringSystem'),
  SteeringType: plain('SteeringType'),
};
