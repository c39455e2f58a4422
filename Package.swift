// swift-tools-version: 6.2
// Each folder in Sources is a layer: Programs use Rooms, the Wallet, and Tools; Rooms and the Wallet use Albums and Tools;
// Tools use C.
// No dependency points up; `make guard` checks that. The comment above each target says what it is for.

import PackageDescription

let package = Package(
  name: "AlbumScan",
  products: [
    .executable(name: "albumscand", targets: ["albumscand"]),
    .executable(name: "albumscanctl", targets: ["albumscanctl"]),
    .executable(name: "albumscan-imaging", targets: ["albumscan-imaging"]),
    .executable(name: "albumscan-eval", targets: ["albumscan-eval"]),
    // For tests only (LD_PRELOAD): simulates disk errors and crashes.
    .library(name: "disk-faults", type: .dynamic, targets: ["DiskFaults"]),
    // For tests only (LD_PRELOAD): simulates a clock that is changed.
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

    // The daemon: reads the settings, assembles the parts in one place, runs a handful of services.
    .target(
      name: "DaemonProgram",
      dependencies: [
        "Albums", "CLinux", "ImagingClient", "Desktop", "Disk", "HTTP", "Pages", "Pipeline", "Records", "Services",
        "Setup", "MPD", "Systemd", "Threads", "Wallet", "Watching", .argumentParser, .logging, .lifecycle, .signals,
        .system,
      ], path: "Sources/Programs/albumscand", exclude: ["Main"]),
    .executableTarget(
      name: "albumscand", dependencies: ["DaemonProgram"], path: "Sources/Programs/albumscand/Main"),

    // The command line: a file for each command, or for two that belong together. Started as albumscand, it is the daemon:
    // a package holds Swift's libraries once.
    .executableTarget(
      name: "albumscanctl",
      dependencies: [
        "Albums", "CLinux", "Console", "Covers", "DaemonProgram", "Desktop", "Disk", "HTTP", "ImagingClient",
        "ImagingProtocol",
        "Library",
        "MPD", "Pages", "Pipeline", "Records", "Services", "Setup", "Wallet", "Watching", .argumentParser, .signals,
        .subprocess, .system,
      ], path: "Sources/Programs/albumscanctl"),

    // Measures the accuracy of recognition and of reviews, for people who judge the program.
    .executableTarget(
      name: "albumscan-eval",
      dependencies: [
        "Albums", "Console", "Covers", "Disk", "HTTP", "ImagingClient", "ImagingProtocol", "Pipeline", "Records",
        "Setup",
        .argumentParser, .system,
      ], path: "Sources/Programs/albumscan-eval"),

    // What albumscanctl and albumscan-eval share: their output, their options, the settings, and the ledger.
    .target(
      name: "Console",
      dependencies: [
        "Albums", "CLinux", "Disk", "HTTP", "ImagingClient", "Pipeline", "Records", "Services", "Setup", "Threads",
        .argumentParser, .system,
      ], path: "Sources/Programs/Console"),

    // The only program that decodes pictures: one sandboxed process per picture.
    .executableTarget(
      name: "albumscan-imaging",
      dependencies: ["Digests", "Imaging", "ImagingProtocol", .system],
      path: "Sources/Programs/albumscan-imaging"),

    // MARK: Rooms

    // The steps of a scan, and the worker that runs them.
    .target(
      name: "Pipeline",
      dependencies: [
        "Albums", "Covers", "ImagingClient", "ImagingProtocol", "Digests", "Disk", "Records", "Systemd", "Threads",
        "Watching", .logging,
        .lifecycle, .system,
      ], path: "Sources/Rooms/Pipeline"),

    // The ledger: everything that is stored, in one SQLite file.
    .target(name: "Records", dependencies: ["Albums", "Digests", .grdb], path: "Sources/Rooms/Records"),

    // Clients of outside services: models, MusicBrainz, Cover Art Archive, ntfy, and a program of the user's.
    .target(
      name: "Services", dependencies: ["Albums", "Disk", "HTTP", .logging, .subprocess, .system],
      path: "Sources/Rooms/Services",
      resources: [.embedInCode("models.json")]),

    // HTML pages: values in, text out.
    .target(
      name: "Pages", dependencies: ["Albums", "Digests"], path: "Sources/Rooms/Pages",
      resources: ["copy.js", "gallery.js", "phone.js"].map { .embedInCode($0) }),

    // Finds the albums of a music collection on disk, and their covers.
    .target(
      name: "Library", dependencies: ["Albums", "Digests", "Tags", "YAML", .yams, .system],
      path: "Sources/Rooms/Library"),

    // Settings and keys: environment over credentials over file over default.
    .target(
      name: "Setup", dependencies: ["Albums", "Disk", "YAML", .yams, .system], path: "Sources/Rooms/Setup"),

    // MARK: Wallet, a district of its own: only programs know it

    // The CD wallet: turns a playlist and scans into discs, shows them on a page, and plays them.
    .target(
      name: "Wallet", dependencies: ["Albums", "ImagingClient", "Digests", "Disk", "MPD", "Pages", .system],
      path: "Sources/Wallet/Wallet",
      resources: ["Page/wallet.css", "Page/wallet.js"].map { .embedInCode($0) }),

    // A client for MPD's protocol.
    .target(name: "MPD", dependencies: ["Threads", .system], path: "Sources/Wallet/MPD"),

    // MARK: Albums

    // Values, rules, and the protocols that outside services implement; no input or output.
    .target(
      name: "Albums", path: "Sources/Albums", resources: [.embedInCode("Judgement/Reviewing/money-talk.txt")]),

    // MARK: Tools

    // HTTP through libcurl, with rate limits.
    .target(name: "HTTP", dependencies: ["CCurl", "Threads"], path: "Sources/Tools/HTTP"),

    // All that is done to pictures, only in the imaging program: decodes photos of any format, finds the sleeve, decides
    // whether a cover is in a photo, reads text and barcodes, through libjpeg-turbo, libpng, libwebp, libde265, libheif,
    // giflib, Little CMS, and ZXing. And the sandbox around it: resource limits, no new privileges, a system call filter.
    .target(
      name: "Imaging",
      dependencies: [
        "CBarcodes", "CDE265", "CFeatures", "CGIF", "CHeif", "CLCMS", "CLinux", "CPNG", "CPixels", "CRecognition",
        "CSeccomp", "CSingleThread", "CTextRecognition", "CTurboJPEG", "CWebP", "CZlib", "ImagingProtocol",
      ],
      path: "Sources/Tools/Imaging"),

    // The index of known covers, one memory-mapped file, and the search for candidates in it.
    .target(name: "Covers", dependencies: ["CFeatures", "CZlib", .system], path: "Sources/Tools/Covers"),

    // Tags and embedded covers of music files, through TagLib. Only for albumscanctl.
    .target(name: "Tags", dependencies: ["CTagLib", .system], path: "Sources/Tools/Tags"),

    // Checks YAML for constructs that aren't allowed, before a parser reads it.
    .target(name: "YAML", path: "Sources/Tools/YAML"),

    // What the imaging program and its client say to each other. Without Foundation, so that the program stays small.
    .target(name: "ImagingProtocol", dependencies: [.system], path: "Sources/Tools/ImagingProtocol"),

    // Starts the imaging program and talks to it.
    .target(
      name: "ImagingClient", dependencies: ["CFeatures", "CLinux", "ImagingProtocol", "Threads", .subprocess, .system],
      path: "Sources/Tools/ImagingClient"),

    // Reports when a file in a watched folder is complete, through inotify.
    .target(
      name: "Watching", dependencies: ["CLinux", "Threads", .system], path: "Sources/Tools/Watching",
      resources: [.embedInCode("ignored.txt")]),

    // Readiness, watchdog, and a log handler for the journal, through libsystemd.
    .target(name: "Systemd", dependencies: ["CSystemd", .logging], path: "Sources/Tools/Systemd"),

    // Desktop notifications with buttons, and opening pages, through libsystemd's D-Bus.
    .target(name: "Desktop", dependencies: ["CSystemd", "Threads"], path: "Sources/Tools/Desktop"),

    // SHA-256, and SHA-1 for names, through libcrypto.
    .target(name: "Digests", dependencies: ["CCrypto", .system], path: "Sources/Tools/Digests"),

    // Atomic file writes (write aside, flush, rename), locks, and free space.
    .target(
      name: "Disk", dependencies: ["CLinux", .system], path: "Sources/Tools/Disk",
      resources: [.embedInCode("sync-folders.txt")]),

    // MARK: C

    .systemLibrary(
      name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CDE265", path: "Sources/C/CDE265", providers: [.apt(["libde265-dev"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/C/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", path: "Sources/C/CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLCMS", path: "Sources/C/CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/C/CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "Sources/C/CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    // libpng, whose errors use longjmp: caught here, before they reach Swift.
    .target(name: "CPNG", path: "Sources/C/CPNG", linkerSettings: [.linkedLibrary("png16")]),

    // libheif's functions, loaded when a picture needs them.
    .target(name: "CHeif", path: "Sources/C/CHeif", linkerSettings: [.linkedLibrary("dl")]),

    // The inner loops over the samples of a picture.
    .target(name: "CPixels", path: "Sources/C/CPixels", cSettings: [.unsafeFlags(["-O2"])]),

    // Keeps the HEVC decoder from starting threads, which the sandbox would refuse.
    .target(name: "CSingleThread", path: "Sources/C/CSingleThread"),

    // Functions missing from the Glibc module: renameat2, statfs, prctl, pidfd, and the like.
    .target(name: "CLinux", path: "Sources/C/CLinux"),

    // Threads for work that blocks, and what they wait with: in Swift, for tools that can't share it among each other.
    .target(name: "Threads", dependencies: ["CLinux"], path: "Sources/C/Threads"),

    // The layout of features in memory, pipes, and files, and their similarity.
    .target(name: "CFeatures", path: "Sources/C/CFeatures", cSettings: [.unsafeFlags(["-O2"])]),

    // SIFT and RANSAC, with a C interface that lets no exception through.
    .target(
      name: "CRecognition", dependencies: ["CFeatures", "CLinux"], path: "Sources/C/CRecognition",
      // A square root that may set errno isn't computed in vectors.
      cxxSettings: [.unsafeFlags(["-O2", "-fno-math-errno"])]),

    // The networks that find and read text, and what surrounds them. Lets no exception through.
    .target(
      name: "CTextRecognition", dependencies: ["CLinux"], path: "Sources/C/CTextRecognition",
      cxxSettings: [.unsafeFlags(["-O2"])]),

    // A C interface to TagLib, including pictures, that lets no exception through.
    .target(name: "CTagLib", path: "Sources/C/CTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // A C interface to ZXing that lets no exception through.
    .target(name: "CBarcodes", path: "Sources/C/CBarcodes", linkerSettings: [.linkedLibrary("ZXing")]),

    // MARK: Tests and test support

    // Simulated outside services on loopback: strict about what they accept, and recording what they are sent.
    .target(
      name: "Simulator", dependencies: ["DrawnCovers", "CTurboJPEG", .flyingFox, .flyingSocks, .subprocess, .system],
      path: "Tests/Simulator"),
    .executableTarget(
      name: "albumscan-simulator", dependencies: ["Simulator", "DrawnCovers", .argumentParser],
      path: "Tests/SimulatorProgram"),

    // Draws covers of made-up albums, and photos of them.
    .target(
      name: "DrawnCovers", dependencies: ["CFreeType", "CTurboJPEG", "PhotoFormats"], path: "Tests/DrawnCovers"),
    .systemLibrary(
      name: "CFreeType", path: "Tests/CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),

    // Writes pictures in every format that phones and archives use.
    .target(
      name: "PhotoFormats", dependencies: ["CLibHeif", "CLCMS", "CTurboJPEG", "CWebP"], path: "Tests/PhotoFormats"),
    .systemLibrary(
      name: "CLibHeif", path: "Tests/CLibHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),

    // Writes the smallest valid music file of each format, with tags and pictures.
    .target(name: "MusicFiles", path: "Tests/MusicFiles"),

    // Runs a real MPD for a test, with music in it.
    .target(
      name: "RunningMPD", dependencies: ["MusicFiles", "TestSupport", .subprocess, .system], path: "Tests/RunningMPD"),

    // Temporary folders, a manual clock, and builders with defaults for every field.
    .target(name: "TestSupport", dependencies: ["Albums", .system], path: "Tests/TestSupport"),

    // Headless Chromium, to check pages as people see them.
    .target(name: "Browser", path: "Tests/Browser", resources: [.embedInCode("audit.js")]),

    // Enters the sandbox and tries to break out, for the sandbox's tests.
    .executableTarget(name: "sandbox-probe", dependencies: ["CLinux", "Imaging"], path: "Tests/SandboxProbe"),

    // Loaded into the programs by tests: failing disks, and a crash at any step.
    .target(name: "DiskFaults", path: "Tests/DiskFaults", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "ClockShift", path: "Tests/ClockShift"),

    // OpenCV's SIFT, to compare ours with.
    .target(
      name: "CReferenceSIFT", path: "Tests/CReferenceSIFT",
      cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4"])],
      linkerSettings: ["core", "features2d"].map { .linkedLibrary("opencv_\($0)") }),

    // Spends from a ledger until it is killed, for the tests of the spending limits.
    .executableTarget(name: "spending-probe", dependencies: ["Albums", "Records"], path: "Tests/SpendingProbe"),

    .testTarget(name: "AlbumsTests", dependencies: ["Albums", "TestSupport"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestSupport", .system]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "Imaging", "ImagingClient", "ImagingProtocol", "Digests", "CTurboJPEG", "DrawnCovers", "PhotoFormats",
        "TestSupport", "Threads", "albumscan-imaging", "sandbox-probe",
        .subprocess, .system,
      ]),
    .testTarget(name: "TagsTests", dependencies: ["Tags", "MusicFiles", "TestSupport", .system]),
    .testTarget(
      name: "LibraryTests", dependencies: ["Library", "Albums", "DrawnCovers", "MusicFiles", "TestSupport", .system]),
    .testTarget(name: "CoversTests", dependencies: ["Covers", "TestSupport", .system]),
    .testTarget(
      name: "RecognitionTests",
      dependencies: [
        "Imaging", "ImagingClient", "ImagingProtocol", "CFeatures", "CRecognition", "CReferenceSIFT", "DrawnCovers",
      ]),
    .testTarget(
      name: "TextRecognitionTests",
      dependencies: ["Imaging", "ImagingClient", "ImagingProtocol", "DrawnCovers", "TestSupport"]),
    .testTarget(name: "BarcodesTests", dependencies: ["Imaging", "DrawnCovers"]),
    .testTarget(
      name: "WatchingTests",
      dependencies: ["Watching", "CLinux", "Disk", "Digests", "DrawnCovers", "TestSupport", .system]),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestSupport", .logging]),
    .testTarget(
      name: "RecordsTests", dependencies: ["Records", "Albums", "TestSupport", "spending-probe", .grdb, .system]),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"]),
    .testTarget(name: "DesktopTests", dependencies: ["Desktop", "TestSupport", .system]),
    .testTarget(name: "MPDTests", dependencies: ["MPD", "MusicFiles", "RunningMPD", "TestSupport", .system]),
    .testTarget(
      name: "ServicesTests", dependencies: ["Services", "Albums", "DrawnCovers", "HTTP", "Simulator", "TestSupport"]),
    .testTarget(name: "SimulatorTests", dependencies: ["Simulator", "DrawnCovers", .subprocess, .system]),
    .testTarget(
      name: "PagesTests",
      dependencies: ["Pages", "Albums", "Browser", "DrawnCovers", "MPD", "TestSupport", "Wallet", .system]),
    .testTarget(
      name: "WalletTests",
      dependencies: [
        "Wallet", "Albums", "ImagingClient", "ImagingProtocol", "MPD", "MusicFiles", "RunningMPD", "TestSupport",
        .system,
      ]),
    .testTarget(name: "SetupTests", dependencies: ["Setup", "Albums", "Disk", "TestSupport", .system]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Pipeline", "Records", "Albums", "Covers", "ImagingClient", "ImagingProtocol", "Digests", "Disk", "Pages",
        "DrawnCovers",
        "TestSupport", "Threads", "Watching", "albumscan-imaging", .grdb, .lifecycle, .logging, .system,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Simulator", "DrawnCovers", "MusicFiles", "PhotoFormats", "Albums", "ImagingClient", "ImagingProtocol",
        "RunningMPD",
        "TestSupport", "albumscand", "albumscanctl", "albumscan-eval", "albumscan-imaging", .subprocess, .system,
      ], exclude: ["Ledgers", "Torture/h2-breaker.py", "Torture/hostile-writer.py"]),
  ],
  swiftLanguageModes: [.v6]
)

// Built by scripts/fuzz, in its own folder: libFuzzer for everything that reads untrusted data.
if let libFuzzer = Context.environment["ALBUMSCAN_FUZZ"] {
  package.targets += [
    .target(name: "CFuzzDriver", path: "Tests/Fuzzing/Driver"),
    .executableTarget(
      name: "albumscan-fuzz",
      dependencies: [
        "Albums", "CFuzzDriver", "CLinux", "Covers", "ImagingClient", "ImagingProtocol", "Disk", "DrawnCovers", "HTTP",
        "Imaging",
        "Library", "MPD", "MusicFiles", "Pages", "PhotoFormats", "Services", "Setup", "Tags", "Watching",
        .system,
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
  // The release build itself is tested, so tests need access to its internals. The tests themselves aren't optimized:
  // compiling them would take as much longer as they would run faster.
  target.swiftSettings?.append(
    .unsafeFlags(
      target.type == .test ? ["-Onone", "-gline-tables-only"] : ["-enable-testing"], .when(configuration: .release)))
  // Without the optimizer, a loop over pixels takes forty times as long, and so does every test with a photo.
  if [
    "Imaging", "Covers", "DrawnCovers", "MusicFiles", "PhotoFormats", "Simulator",
  ].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}

// Set by `make release`: links Swift's libraries into the programs. SwiftPM's own --static-swift-stdlib would recompile
// everything, although only the linking differs. The libraries that make up Foundation have to be named here.
if Context.environment["ALBUMSCAN_STATIC_STDLIB"] != nil {
  let foundation = [
    "Foundation", "CoreFoundation", "FoundationInternationalization", "_FoundationICU", "FoundationEssentials",
    "_FoundationCShims", "_FoundationCollections", "swiftSynchronization",
  ]
  // The part of ICU's data that is needed (scripts/icu-data), named before the archive that has all of it.
  let icu = "\(Context.packageDirectory)/.build/icu/data.o"
  for target in package.targets
  where ["albumscanctl", "albumscan-eval", "albumscan-imaging"].contains(target.name) {
    // Swift's own linker, the same on each Debian: with Debian 13's what the loader has filled in stays writable. Nobody
    // looks up a program's symbols, and addresses for the loader to fill in take a hundredth of the room when packed (glibc
    // 2.36, as in Debian 12).
    let options = [
      "--no-export-dynamic", "-z", "pack-relative-relocs", "\(Context.packageDirectory)/packaging/constants.ld",
    ].flatMap { ["-Xlinker", $0] }
    target.linkerSettings = [
      .unsafeFlags([icu, "-static-stdlib", "-use-ld=lld"] + options + foundation.map { "-l\($0)" })
    ]
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
