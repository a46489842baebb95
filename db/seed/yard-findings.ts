export interface Findings {
  sound: readonly string[];
  worn: readonly string[];
}

const findings: Readonly<Record<string, Findings>> = {
  'brake-rotor': {
    sound: ['Measured well above minimum thickness, no cracks.', 'Runs true, light wear only.'],
    worn: ['Close to minimum thickness, priced accordingly.', 'Surface rust from standing.'],
  },
  'brake-caliper': {
    sound: ['Piston and slides move freely, no leaks.', 'Pressure tested, boots intact.'],
    worn: ['Boot torn, good core for rebuilding.', 'Bleeder screw tight, housing rusty.'],
  },
  'brake-drum': {
    sound: ['Measured below maximum diameter, no cracks.', 'Round and smooth inside.'],
    worn: ['Lip on the edge, will need turning.', 'Rusty outside, usable inside.'],
  },
  'brake-master-cylinder': {
    sound: ['Holds pressure on the bench, no leaks.', 'Firm pedal before removal, reservoir clean.'],
    worn: ['Reservoir stained, cap missing.', 'Good core for rebuilding.'],
  },
  'strut-assembly': {
    sound: ['No leaks, rod straight and clean.', 'Mount and boot intact, damps evenly.'],
    worn: ['Light seepage at the seal.', 'Mount bearing noisy, strut holds.'],
  },
  'shock-absorber': {
    sound: ['No leaks, damps evenly through the stroke.', 'Bushings tight, rod clean.'],
    worn: ['Light seepage at the seal.', 'Bushings cracked.'],
  },
  'control-arm': {
    sound: ['Straight, bushings and ball joint tight.', 'Never in an accident on this corner.'],
    worn: ['Bushings show cracks, arm straight.', 'Ball joint boot torn.'],
  },
  'coil-spring': {
    sound: ['Full height, no breaks, coating intact.', 'Both seats included.'],
    worn: ['Coating chipped, surface rust.', 'Slightly sagged, best replaced in pairs.'],
  },
  'sway-bar-link': {
    sound: ['Joints tight, boots intact.'],
    worn: ['Some play in one joint.', 'Nut rusty, comes off with heat.'],
  },
  'rack-and-pinion': {
    sound: ['No play and no leaks, turned lock to lock.', 'Boots dry inside, lines included.'],
    worn: ['Boot torn, rack dry.', 'Slight weep at the seal, rebuildable.'],
  },
  'power-steering-pump': {
    sound: ['Quiet before removal, no leaks.', 'Pulley and pressure switch included.'],
    worn: ['Weeps at the shaft seal.', 'Pulley chipped, pump quiet.'],
  },
  'tie-rod-end': {
    sound: ['No play, boot intact.', 'Threads clean, nut included.'],
    worn: ['Boot cracked, joint still tight.'],
  },
  'steering-wheel': {
    sound: ['Grip clean, no cracks. Airbag not included.', 'All buttons work. Airbag not included.'],
    worn: ['Rim worn shiny at ten and two. Airbag not included.', 'Stitching loose in one place.'],
  },
  'steering-column': {
    sound: ['Tilt lock holds, key included.', 'Shaft joint tight, switches tested.'],
    worn: ['Shroud cracked, column works.', 'No key, lock cylinder to be replaced.'],
  },
  'cv-axle': {
    sound: ['Boots intact, joints tight and quiet.', 'Splines clean, no click on full lock.'],
    worn: ['Outer boot torn, joint still tight.', 'Clicks on full lock, good core.'],
  },
  'drive-shaft': {
    sound: ['U-joints tight, tube straight.', 'Smooth at highway speed before removal.'],
    worn: ['One U-joint stiff.', 'Surface rust, balance weight in place.'],
  },
  'wheel-hub-bearing': {
    sound: ['Spins without noise, no play.', 'ABS sensor and studs included.'],
    worn: ['Slight growl, studs good.', 'One stud stripped.'],
  },
  differential: {
    sound: ['Drained and opened, no metal on the plug.', 'Backlash within specification, quiet.'],
    worn: ['Seal weeps, gears good.', 'Whines on coast, good for rebuilding.'],
  },
  'transfer-case': {
    sound: ['Shifted cleanly into all ranges.', 'Drained and inspected, chain tight.'],
    worn: ['Seal weeps, works in all ranges.', 'Connector corroded, case sound.'],
  },
  'alloy-wheel': {
    sound: ['Spun on the balancer, runs true.', 'No bends, cracks or welds. Tire not included.'],
    worn: ['Curb rash on the outer lip.', 'Clear coat peeling, holds air.'],
  },
  'steel-wheel': {
    sound: ['Spun on the balancer, runs true.', 'Straight, light surface marks. Tire not included.'],
    worn: ['Surface rust around the bead.', 'Paint flaking, straight.'],
  },
  hubcap: {
    sound: ['All clips intact, no cracks.', 'Clean, light marks only.'],
    worn: ['Curb scuffs all around.', 'One clip broken, holds.'],
  },
  'tpms-sensor': {
    sound: ['Battery and signal tested.'],
    worn: ['Signal good, valve cap corroded.', 'Battery low, good as a spare.'],
  },
  'engine-assembly': {
    sound: [
      'Compression tested, even on all cylinders.',
      'Heard running before removal, no smoke and no knocks.',
      'Oil clean, no sludge under the cover.',
    ],
    worn: ['Oil seepage at the gaskets, runs.', 'Turns freely, sold for rebuilding.'],
  },
  'cylinder-head': {
    sound: ['Pressure tested, surface checked for straightness.', 'Valves seal, no cracks between seats.'],
    worn: ['Needs a valve job.', 'One spark plug thread repaired.'],
  },
  'engine-mount': {
    sound: ['Rubber firm, no cracks.', 'No leaks, bolts included.'],
    worn: ['Rubber cracked at the edge.', 'Slight sag.'],
  },
  'oil-pan': {
    sound: ['Straight, drain plug thread good.', 'Cleaned, sealing surface flat.'],
    worn: ['Small dent, no leaks.', 'Drain plug thread repaired.'],
  },
  'valve-cover': {
    sound: ['No cracks, sealing surface flat.', 'Cleaned, oil cap included.'],
    worn: ['Stained by oil, no cracks.', 'One bolt ear repaired.'],
  },
  'automatic-transmission': {
    sound: [
      'Road tested before removal, shifted cleanly through all gears.',
      'Fluid red and clean, pan free of debris.',
    ],
    worn: ['Pan dented, no leaks.', 'Slips when hot, sold for rebuilding.'],
  },
  'torque-converter': {
    sound: ['Hub smooth, pads intact, drained clean.', 'From a transmission that shifted well.'],
    worn: ['Hub lightly scored.', 'Good core for rebuilding.'],
  },
  'transmission-mount': {
    sound: ['Rubber firm, no cracks.'],
    worn: ['Rubber cracked at the edge.', 'Bracket rusty, rubber firm.'],
  },
  'shift-solenoid': {
    sound: ['Resistance within specification.', 'Clicks cleanly on the bench.'],
    worn: ['Connector lock broken, holds.'],
  },
  muffler: {
    sound: ['Solid, no holes and no rattles.', 'From a dry-climate car, hangers intact.'],
    worn: ['Surface rust, no holes.', 'Patched seam, quiet.'],
  },
  'exhaust-manifold': {
    sound: ['No cracks, flange straight.', 'All studs come free.'],
    worn: ['One stud broken, to be drilled out.', 'Heat shield loose.'],
  },
  'exhaust-pipe': {
    sound: ['Solid, flanges straight.', 'Cut clean behind the flange, no holes.'],
    worn: ['Surface rust, no holes.', 'Hanger to be welded.'],
  },
  'oxygen-sensor': {
    sound: ['Switches quickly, heater tested.'],
    worn: ['Thread rusty, signal good.', 'Wire repaired with solder.'],
  },
  radiator: {
    sound: ['Pressure tested, holds without loss.', 'Fins straight, coolant was clean.'],
    worn: ['Some fins bent, does not leak.', 'One mounting tab glued, holds.'],
  },
  'water-pump': {
    sound: ['Shaft tight and dry, impeller intact.'],
    worn: ['Light rust on the housing, bearing quiet.'],
  },
  'cooling-fan': {
    sound: ['Motor tested at all speeds, blades intact.', 'Quiet, shroud without cracks.'],
    worn: ['Shroud cracked, fan runs.', 'One blade chipped.'],
  },
  'coolant-reservoir': {
    sound: ['No cracks, cap included.', 'Clean inside, level sensor works.'],
    worn: ['Yellowed, no cracks.', 'Hose nipple repaired.'],
  },
  alternator: {
    sound: ['Bench tested, full output.', 'Quiet bearing, pulley included.'],
    worn: ['Output at the lower limit.', 'Good core for rebuilding.'],
  },
  'starter-motor': {
    sound: ['Bench tested, strong and quiet.', 'Gear teeth clean, solenoid clicks.'],
    worn: ['Slow when hot.', 'Good core for rebuilding.'],
  },
  battery: {
    sound: ['Load tested above its rating, date code within three years.'],
    worn: ['Holds charge, load test at the limit.', 'Sold as core.'],
  },
  'wiring-harness': {
    sound: ['Unplugged, not cut. All connectors intact.', 'Complete with fuse links and clips.'],
    worn: ['Two connector locks broken.', 'One branch repaired with solder and sleeve.'],
  },
  'engine-control-module': {
    sound: ['Read out without faults. Programming required.', 'Connectors clean, housing sealed.'],
    worn: ['Housing scratched, reads out.', 'One fault stored, sold for repair.'],
  },
  'ignition-coil': {
    sound: ['Resistance within specification.', 'Ran without misfires before removal.'],
    worn: ['Boot hardened by heat.', 'Connector lock broken, holds.'],
  },
  'crankshaft-position-sensor': {
    sound: ['Signal clean on the scope.', 'Tip clean, connector intact.'],
    worn: ['Connector lock broken, signal good.'],
  },
  'ac-compressor': {
    sound: ['Blew cold before removal, ports capped since.', 'Clutch engages, spins freely.'],
    worn: ['Clutch face rusty, engages.', 'Ports found open, sold as core.'],
  },
  'ac-condenser': {
    sound: ['Leak tested with nitrogen, fins straight.', 'Ports capped, brackets intact.'],
    worn: ['Some fins bent, does not leak.', 'Stone marks on the lower third.'],
  },
  'heater-core': {
    sound: ['Pressure tested, flows freely.'],
    worn: ['Foam seal missing, does not leak.'],
  },
  'blower-motor': {
    sound: ['Runs quietly at all speeds.', 'Wheel clean and balanced.'],
    worn: ['Slight squeak when cold.', 'Wheel dusty, motor strong.'],
  },
  'fuel-pump': {
    sound: ['Pressure tested, within specification.', 'Sender reads evenly from empty to full.'],
    worn: ['Sender sticks below a quarter.', 'Connector lock broken, holds.'],
  },
  'fuel-injector': {
    sound: ['Flow tested and cleaned, new seals.', 'Even spray, no drip.'],
    worn: ['Carbon deposits, needs cleaning.', 'Seals to be replaced.'],
  },
  'throttle-body': {
    sound: ['Cleaned, plate closes fully.', 'Position sensor reads evenly.'],
    worn: ['Carbon deposits, needs cleaning.', 'Connector lock broken, holds.'],
  },
  'fuel-tank': {
    sound: ['Clean inside, no dents.', 'Neck and lock ring good, straps included.'],
    worn: ['Scraped underneath, tight.', 'Straps rusty, tank sound.'],
  },
  'headlight-assembly': {
    sound: ['Lens clear, all mounting tabs intact.', 'All bulbs tested, no moisture inside.'],
    worn: ['Lens hazy, will polish out.', 'One mounting tab repaired.'],
  },
  'tail-light-assembly': {
    sound: ['Lens clear, no cracks.', 'All bulbs tested, studs intact.'],
    worn: ['Scratches on the lens, no cracks.', 'One stud replaced.'],
  },
  'fog-light': {
    sound: ['Lens clear, bulb tested.', 'Bracket and adjuster intact.'],
    worn: ['Stone marks on the lens.', 'Bracket bent, straightens.'],
  },
  'turn-signal-light': {
    sound: ['Lens clear, clips intact.'],
    worn: ['Lens faded.', 'One clip broken, holds.'],
  },
  'front-bumper-cover': {
    sound: ['Original paint, all tabs intact.', 'No cracks or repairs, light marks only.'],
    worn: ['Scratches through the paint, one tab torn.', 'Cracked at a corner, needs repair and paint.'],
  },
  hood: {
    sound: ['Straight, original paint, no filler.', 'Edges free of rust, insulation included.'],
    worn: ['Stone chips along the front edge.', 'Shallow dent, needs paint.'],
  },
  fender: {
    sound: ['Straight, original paint, no filler.', 'Mounting edges free of rust.'],
    worn: ['Door ding and light scratches.', 'Dented, needs repair and paint.'],
  },
  'front-door': {
    sound: ['Straight, hinges tight, no rust on the seams.', 'Complete with glass, lock and wiring.'],
    worn: ['Two dings and a scratch.', 'Lower seam repaired, needs paint.'],
  },
  'side-mirror': {
    sound: ['Glass clear, motor tested.', 'Housing without cracks, connector intact.'],
    worn: ['Cover scratched, works.', 'Glass chipped, motor works.'],
  },
  grille: {
    sound: ['No broken bars, all clips intact.', 'Chrome and emblem clean.'],
    worn: ['Chrome pitted.', 'One clip broken, holds.'],
  },
  windshield: {
    sound: ['No chips, cracks or wiper marks.', 'Cut out whole, sensor bracket in place.'],
    worn: ['Light wiper marks.', 'One chip, repaired.'],
  },
  'door-glass': {
    sound: ['No chips or scratches, factory tint.', 'Clips on, maker logo on the glass.'],
    worn: ['Light scratches from the seal.', 'Tint film on, can be removed.'],
  },
  'window-regulator': {
    sound: ['Tested up and down, cable tight.', 'Quiet, clips intact.'],
    worn: ['Slow, needs grease.', 'One clip to be replaced.'],
  },
  'front-seat': {
    sound: ['No tears, from a non-smoking car.', 'Tracks and motors tested, belt buckle included.'],
    worn: ['Bolster worn, frame sound.', 'Stained, good under a cover.'],
  },
  'instrument-cluster': {
    sound: ['All gauges and lights tested.', 'Lens without scratches.'],
    worn: ['Lens scratched, gauges work.', 'A few dead pixels in the display.'],
  },
  'door-panel': {
    sound: ['Clean, all clips included.', 'No cracks, armrest firm.'],
    worn: ['Armrest worn, panel sound.', 'Sun-faded along the top.'],
  },
  'center-console': {
    sound: ['Lid latches, no cracks.', 'Clean, cup holders complete.'],
    worn: ['Lid hinge loose.', 'Scuffed on the passenger side.'],
  },
  'sun-visor': {
    sound: ['Clean, stays up, mirror light works.', 'No stains, clip included.'],
    worn: ['Small stain.', 'Stays up, edge frayed.'],
  },
};

export function findingsFor(slug: string): Findings {
  const found = findings[slug];
  if (!found) throw new Error(`No findings for a used ${slug}.`);
  return found;
}
