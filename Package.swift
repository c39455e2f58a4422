// swift-tools-version: 6.2
// The folders are the layers, and this page is the map: Programs use Rooms and Tools, Rooms use Albums and Tools,
// Tools use C. Nothing points upward; `make guard` holds it so. A line says what each target is for.

import PackageDescription

let package = Package(
  name: "AlbumScan",
  products: [
    .executable(name: "albumscand", targets: ["albumscand"]),
    .executable(name: "albumscanctl", targets: ["albumscanctl"]),
    .executable(name: "albumscan-imaging", targets: ["albumscan-imaging"]),
    // For tests alone: what a disk, or a crash, may do to a program (LD_PRELOAD).
    .library(name: "disk-faults", type: .dynamic, targets: ["DiskFaults"]),
    // For tests alone: a clock that somebody sets.
    .library(name: "clock-shift", type: .dynamic, targets: ["ClockShift"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // MARK: Programs

    // Reads the settings, builds the world in one place, runs a handful of services.
    .executableTarget(
      name: "albumscand",
      dependencies: [
        "Albums", "CLinux", "Darkroom", "Desktop", "Disk", "HTTP", "Pages", "Pipeline", "Records", "Services", "Setup",
        "MPD", "Systemd", "Wallet", "Watching", .argumentParser, .logging, .lifecycle, .signals, .system,
      ], path: "Sources/Programs/albumscand"),

    // Asks and steers; one file a verb.
    .executableTarget(
      name: "albumscanctl",
      dependencies: [
        "Albums", "CLinux", "Covers", "Darkroom", "Disk", "HTTP", "Library", "MPD", "Pages", "Pipeline", "Records",
        "Services", "Setup", "TerminalGraphics", "Wallet", "Watching",
        .argumentParser, .signals, .subprocess, .system,
      ], path: "Sources/Programs/albumscanctl"),

    // The only program that touches image bytes: one process a picture, sandboxed, then gone.
    .executableTarget(
      name: "albumscan-imaging",
      dependencies: ["Barcodes", "Darkroom", "Digests", "Imaging", "Reading", "Recognition", "Sandbox", .system],
      path: "Sources/Programs/albumscan-imaging"),

    // MARK: Rooms

    // What happens to a photo, from top to bottom, and the worker that makes it happen.
    .target(
      name: "Pipeline",
      dependencies: [
        "Albums", "Covers", "Darkroom", "Digests", "Disk", "Records", "Systemd", "Watching", .logging, .lifecycle,
        .system,
      ], path: "Sources/Rooms/Pipeline"),

    // The ledger: all that is remembered, in one SQLite file.
    .target(name: "Records", dependencies: ["Albums", .grdb], path: "Sources/Rooms/Records"),

    // The outside: models, MusicBrainz, Cover Art Archive.
    .target(
      name: "Services", dependencies: ["Albums", "HTTP", .logging], path: "Sources/Rooms/Services",
      resources: [.embedInCode("models.json")]),

    // An album's story as HTML: values in, text out.
    .target(
      name: "Pages", dependencies: ["Albums", "Digests"], path: "Sources/Rooms/Pages",
      resources: ["copy.js", "gallery.js", "wallet.css", "wallet.js"].map { .embedInCode($0) }),

    // A music collection on disk: which albums are in it, and where their covers are.
    .target(
      name: "Library", dependencies: ["Albums", "Digests", "Tags", "YAML", .yams, .system],
      path: "Sources/Rooms/Library"),

    // The CD wallet: from a playlist and scans to discs.
    .target(
      name: "Wallet", dependencies: ["Albums", "Darkroom", "Digests", "Disk", "MPD", .system],
      path: "Sources/Rooms/Wallet"),

    // The settings of the programs: environment over credentials over file over default.
    .target(name: "Setup", dependencies: ["Albums", "MPD", "YAML", .yams, .system], path: "Sources/Rooms/Setup"),

    // MARK: Albums

    // Values, the ports to the outside, and the judgement between them; no input, no output.
    .target(name: "Albums", path: "Sources/Albums"),

    // MARK: Tools

    // Requests through libcurl, politely.
    .target(name: "HTTP", dependencies: ["CCurl", "CLinux"], path: "Sources/Tools/HTTP"),

    // A photo of any format made small and upright, through libjpeg-turbo, libpng, libwebp, libde265, libheif, giflib and
    // Little CMS.
    .target(
      name: "Imaging",
      dependencies: ["CDE265", "CGIF", "CHeif", "CLCMS", "CPNG", "CSingleThread", "CTurboJPEG", "CWebP"],
      path: "Sources/Tools/Imaging"),

    // Whether a cover is in a photo, through OpenCV. For the imaging program alone.
    .target(name: "Recognition", dependencies: ["CFeatures", "CRecognition"], path: "Sources/Tools/Recognition"),

    // The text in a picture, through OpenCV's dnn. For the imaging program alone.
    .target(name: "Reading", dependencies: ["CReading"], path: "Sources/Tools/Reading"),

    // The barcodes in a photo, through ZXing. For the imaging program alone.
    .target(name: "Barcodes", dependencies: ["CBarcodes"], path: "Sources/Tools/Barcodes"),

    // The covers known here in one mapped file, and which of them may be in a photo.
    .target(name: "Covers", dependencies: ["CFeatures", .system], path: "Sources/Tools/Covers"),

    // What music files say of themselves, and their embedded covers, through TagLib. For albumscanctl alone.
    .target(name: "Tags", dependencies: ["CTagLib", .system], path: "Sources/Tools/Tags"),

    // What YAML may not hold, looked for before a parser reads it.
    .target(name: "YAML", path: "Sources/Tools/YAML"),

    // The wall around image bytes: resource limits, no new privileges, a system call filter.
    .target(name: "Sandbox", dependencies: ["CLinux", "CSeccomp"], path: "Sources/Tools/Sandbox"),

    // Has a picture prepared by the imaging process: its client, and the language the two speak.
    .target(
      name: "Darkroom", dependencies: ["CFeatures", "CLinux", .subprocess, .system],
      path: "Sources/Tools/Darkroom"),

    // Says when a file in a folder has finished arriving, through inotify.
    .target(name: "Watching", dependencies: ["CLinux", .system], path: "Sources/Tools/Watching"),

    // Ready, watchdog, and the journal as a log handler, through libsystemd.
    .target(name: "Systemd", dependencies: ["CSystemd", .logging], path: "Sources/Tools/Systemd"),

    // Notifications with buttons, and pages opened, on the desktop of whoever is logged in, through libsystemd's D-Bus.
    .target(name: "Desktop", dependencies: ["CLinux", "CSystemd"], path: "Sources/Tools/Desktop"),

    // Asks the music player what it owns, and plays it: MPD's protocol, spoken directly.
    .target(name: "MPD", dependencies: ["CLinux", .system], path: "Sources/Tools/MPD"),

    // Which pictures a terminal can draw, asked of itself, and pictures in its language: kitty's protocol, or sixel.
    .target(name: "TerminalGraphics", path: "Sources/Tools/TerminalGraphics"),

    // SHA-256, through libcrypto.
    .target(name: "Digests", dependencies: ["CCrypto", .system], path: "Sources/Tools/Digests"),

    // Files that are there whole or not at all: write aside, flush, rename; locks; free space.
    .target(name: "Disk", dependencies: ["CLinux", .system], path: "Sources/Tools/Disk"),

    // MARK: C

    .systemLibrary(
      name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CDE265", path: "Sources/C/CDE265", providers: [.apt(["libde265-dev"])]),
    .systemLibrary(name: "CHeif", path: "Sources/C/CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/C/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", path: "Sources/C/CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CLCMS", path: "Sources/C/CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/C/CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "Sources/C/CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    // libpng, whose errors jump: caught here, before they reach Swift.
    .target(name: "CPNG", path: "Sources/C/CPNG", linkerSettings: [.linkedLibrary("png16")]),

    // Keeps the HEVC decoder from starting threads, which the wall would refuse.
    .target(name: "CSingleThread", path: "Sources/C/CSingleThread"),

    // What Glibc's module leaves out: renameat2, statfs, prctl, pidfd and their like.
    .target(name: "CLinux", path: "Sources/C/CLinux"),

    // Features as they lie in memory, pipes and files, and how alike two of them are.
    .target(name: "CFeatures", path: "Sources/C/CFeatures", cSettings: [.unsafeFlags(["-O2"])]),

    // OpenCV behind a C header that no exception leaves.
    .target(
      name: "CRecognition", path: "Sources/C/CRecognition",
      // Debian has no pkg-config file for parts of OpenCV, and its headers have warnings of their own.
      cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4"])],
      linkerSettings: ["core", "features2d", "calib3d"].map { .linkedLibrary("opencv_\($0)") }),

    // OpenCV's dnn behind a C header that no exception leaves.
    .target(
      name: "CReading", path: "Sources/C/CReading",
      cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4"])],
      linkerSettings: ["core", "imgproc", "dnn"].map { .linkedLibrary("opencv_\($0)") }),

    // TagLib, with its pictures, behind a C header that no exception leaves.
    .target(name: "CTagLib", path: "Sources/C/CTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // ZXing behind a C header that no exception leaves.
    .target(name: "CBarcodes", path: "Sources/C/CBarcodes", linkerSettings: [.linkedLibrary("ZXing")]),

    // MARK: Tests, and what they stand on

    // The outside services on loopback: strict in what they accept, and seeing what they are sent.
    .target(
      name: "Simulator", dependencies: ["DrawnCovers", "CTurboJPEG", .flyingFox, .flyingSocks, .subprocess, .system],
      path: "Tests/Simulator"),
    .executableTarget(
      name: "albumscan-simulator", dependencies: ["Simulator", "DrawnCovers", .argumentParser],
      path: "Tests/SimulatorProgram"),

    // Covers of albums that don't exist, drawn by us, and photos of them.
    .target(
      name: "DrawnCovers", dependencies: ["CFreeType", "CTurboJPEG", "PhotoFormats"], path: "Tests/DrawnCovers"),
    .systemLibrary(
      name: "CFreeType", path: "Tests/CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),

    // Pictures written in every format that phones and archives have.
    .target(name: "PhotoFormats", dependencies: ["CHeif", "CLCMS", "CWebP"], path: "Tests/PhotoFormats"),

    // The smallest valid music files of each format, with tags and pictures.
    .target(name: "MusicFiles", path: "Tests/MusicFiles"),

    // A real mpd of a test's own, with music in it.
    .target(
      name: "RunningMPD", dependencies: ["MusicFiles", "TestSupport", .subprocess, .system], path: "Tests/RunningMPD"),

    // Temporary folders, a clock that is set by hand, and builders with every field defaulted.
    .target(name: "TestSupport", dependencies: ["Albums", .system], path: "Tests/TestSupport"),

    // Chromium without a window, for looking at pages as people see them.
    .target(name: "Browser", path: "Tests/Browser", resources: [.embedInCode("audit.js")]),

    // Goes behind the wall and tries to get out, for the wall's tests.
    .executableTarget(name: "sandbox-probe", dependencies: ["CLinux", "Sandbox"], path: "Tests/SandboxProbe"),

    // Loaded into our programs by tests: disks that fail, and a crash at any step.
    .target(name: "DiskFaults", path: "Tests/DiskFaults", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "ClockShift", path: "Tests/ClockShift"),

    // Spends from a ledger until it is killed, for the tests of the caps.
    .executableTarget(name: "spending-probe", dependencies: ["Albums", "Records"], path: "Tests/SpendingProbe"),

    .testTarget(name: "AlbumsTests", dependencies: ["Albums", "TestSupport"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestSupport", .system]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "Imaging", "Sandbox", "Darkroom", "Digests", "CTurboJPEG", "DrawnCovers", "PhotoFormats", "TestSupport",
        "albumscan-imaging",
        "sandbox-probe",
        .subprocess, .system,
      ]),
    .testTarget(name: "TagsTests", dependencies: ["Tags", "MusicFiles", "TestSupport", .system]),
    .testTarget(
      name: "LibraryTests", dependencies: ["Library", "Albums", "DrawnCovers", "MusicFiles", "TestSupport", .system]),
    .testTarget(name: "CoversTests", dependencies: ["Covers", "TestSupport", .system]),
    .testTarget(
      name: "RecognitionTests", dependencies: ["Recognition", "CFeatures", "CRecognition", "DrawnCovers"]),
    .testTarget(name: "ReadingTests", dependencies: ["Reading", "DrawnCovers"]),
    .testTarget(name: "BarcodesTests", dependencies: ["Barcodes", "DrawnCovers"]),
    .testTarget(
      name: "WatchingTests",
      dependencies: ["Watching", "Disk", "Digests", "DrawnCovers", "TestSupport", .system]),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestSupport", .logging]),
    .testTarget(
      name: "RecordsTests", dependencies: ["Records", "Albums", "TestSupport", "spending-probe", .grdb, .system]),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"]),
    .testTarget(name: "TerminalGraphicsTests", dependencies: ["TerminalGraphics", "TestSupport", .system]),
    .testTarget(name: "DesktopTests", dependencies: ["Desktop", "TestSupport", .system]),
    .testTarget(name: "MPDTests", dependencies: ["MPD", "MusicFiles", "RunningMPD", "TestSupport", .system]),
    .testTarget(
      name: "ServicesTests", dependencies: ["Services", "Albums", "DrawnCovers", "HTTP", "Simulator", "TestSupport"]),
    .testTarget(name: "SimulatorTests", dependencies: ["Simulator", "DrawnCovers", .subprocess, .system]),
    .testTarget(
      name: "PagesTests", dependencies: ["Pages", "Albums", "Browser", "DrawnCovers", "TestSupport", .system]),
    .testTarget(
      name: "WalletTests",
      dependencies: ["Wallet", "Albums", "Darkroom", "MPD", "MusicFiles", "RunningMPD", "TestSupport", .system]),
    .testTarget(name: "SetupTests", dependencies: ["Setup", "Albums", "TestSupport", .system]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Pipeline", "Records", "Albums", "Covers", "Darkroom", "Digests", "Disk", "Pages", "DrawnCovers", "TestSupport",
        "albumscan-imaging", .lifecycle, .logging, .system,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Simulator", "DrawnCovers", "MusicFiles", "PhotoFormats", "Albums", "Darkroom", "RunningMPD", "TestSupport",
        "albumscand", "albumscanctl", "albumscan-imaging", .subprocess, .system,
      ], exclude: ["Ledgers", "Torture/h2-breaker.py"]),
  ],
  swiftLanguageModes: [.v6]
)

// What scripts/fuzz builds, in a folder of its own: libFuzzer around all that reads what strangers wrote.
if let libFuzzer = Context.environment["ALBUMSCAN_FUZZ"] {
  package.targets += [
    .target(name: "CFuzzDriver", path: "Tests/Fuzzing/Driver"),
    .executableTarget(
      name: "albumscan-fuzz",
      dependencies: [
        "Albums", "CFuzzDriver", "CLinux", "Covers", "Darkroom", "Disk", "DrawnCovers", "HTTP", "Imaging", "Library",
        "MPD", "MusicFiles", "Pages", "PhotoFormats", "Recognition", "Services", "Setup", "Tags", "Watching", .system,
      ],
      path: "Tests/Fuzzing/Program",
      linkerSettings: [.unsafeFlags([libFuzzer]), .linkedLibrary("stdc++")]),
  ]
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  // A release is tested as it is, so that tests look inside it, too. What tests gain from the optimiser they lose to it.
  target.swiftSettings?.append(
    .unsafeFlags(
      target.type == .test ? ["-Onone", "-gline-tables-only"] : ["-enable-testing"], .when(configuration: .release)))
  // Without the optimiser a loop over pixels takes forty times as long, and every test with a photo in it too.
  if [
    "Barcodes", "Imaging", "Recognition", "Covers", "DrawnCovers", "MusicFiles", "PhotoFormats", "Simulator",
    "TerminalGraphics",
  ].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}

// What `make release` says: the programs bring Swift's libraries with them. SwiftPM's own --static-swift-stdlib compiles
// everything anew for that, though nothing but the linking differs; what Foundation consists of has to be named here.
if Context.environment["ALBUMSCAN_STATIC_STDLIB"] != nil {
  let foundation = [
    "Foundation", "CoreFoundation", "FoundationInternationalization", "_FoundationICU", "FoundationEssentials",
    "_FoundationCShims", "_FoundationCollections", "swiftSynchronization",
  ]
  for target in package.targets where ["albumscand", "albumscanctl", "albumscan-imaging"].contains(target.name) {
    // Swift's own linker, the same on each Debian: with Debian 13's what the loader has filled in stays writable.
    target.linkerSettings = [.unsafeFlags(["-static-stdlib", "-use-ld=lld"] + foundation.map { "-l\($0)" })]
  }
}

extension Target.Dependency {
  static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
  static var logging: Self { .product(name: "Logging", package: "swift-log") }
  static var system: Self { .product(name: "SystemPackage", package: "swift-system") }
  static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
  static var yams: Self { .product(name: "Yams", package: "Yams") }
  static var flyingFox: Self { .product(name: "FlyingFox", package: "FlyingFox") }
  static var flyingSocks: Self { .product(name: "FlyingSocks", package: "FlyingFox") }
  static var lifecycle: Self { .product(name: "ServiceLifecycle", package: "swift-service-lifecycle") }
  static var signals: Self { .product(name: "UnixSignals", package: "swift-service-lifecycle") }
  static var subprocess: Self { .product(name: "Subprocess", package: "swift-subprocess") }
}
