// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "sortid-driver",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../../../../uniffi/swift")
    ],
    targets: [
        .executableTarget(name: "sortid-driver", dependencies: [.product(name: "Sortid", package: "swift")])
    ],
    swiftLanguageModes: [.v6]
)
