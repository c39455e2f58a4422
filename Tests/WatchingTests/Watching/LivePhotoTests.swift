import Testing
import Watching

@Suite struct LivePhotoTests {
  @Test(arguments: [
    ("IMG_0100.MOV", "IMG_0100.HEIC"), ("IMG_0100.mov", "IMG_0100.heic"), ("IMG_0100.MoV", "IMG_0100.JPG"),
    ("IMG_0101_HEIC.MOV", "IMG_0101.HEIC"), ("IMG_0101_JPG.MOV", "IMG_0101.JPG"),
    ("IMG_0102_HEVC.MOV", "IMG_0102.HEIC"),
    ("IMG_0103.HEIC.MOV", "IMG_0103.HEIC"), ("MVIMG_20261121.MP4", "MVIMG_20261121.jpg"),
    ("PXL_20261121.MP", "PXL_20261121.MP.jpg"), ("PXL_20261121.MP.mp4", "PXL_20261121.MP.jpg"),
    ("PXL_20261121.mp4", "PXL_20261121.MP.jpg"), ("IMG_0104(1).MP4", "IMG_0104(1).HEIC"),
    ("26-11-05 18-04-25 1234.mov", "26-11-05 18-04-25 1234.heic"), ("IMG_0105-live.MOV", "IMG_0105.HEIC"),
  ])
  func `a video beside a photo of its name is its film`(video: String, photo: String) {
    #expect(LivePhoto.photoNames(ofVideo: video).contains(photo))
  }

  @Test(arguments: [
    ("IMG_0100.MOV", "IMG_0101.HEIC"), ("film.mp4", "film.txt"), ("film.mp4", "film 2.jpg"),
    ("IMG_1.jpg", "IMG_1.heic"),
    ("IMG_1_HEIC.jpg", "IMG_1.HEIC"), ("no ending", "no ending.jpg"),
  ])
  func `every other file is on its own`(file: String, beside: String) {
    #expect(!LivePhoto.photoNames(ofVideo: file).contains(beside))
  }
}
